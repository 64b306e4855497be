"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const last = data.frames.length - 1;
  const rows = [];
  for (const change of data.changes) {
    const row = rows.length ? rows[rows.length - 1].slice() : [];
    for (let i = 0; i < change.length; i += 2) row[change[i]] = change[i + 1];
    rows.push(row);
  }
  const parts = [...document.querySelectorAll("[data-part]")];
  const alts = [...document.querySelectorAll("[data-alt]")];
  const seats = [...document.querySelectorAll("[data-seat]")];
  const overlaps = [...document.querySelectorAll("[data-overlap]")];
  const chances = [...document.querySelectorAll("[data-chance]")];
  const cursors = [...document.querySelectorAll(".cursor")];
  const drawn = new Map();
  let step = 0;
  let timer = 0;

  function items(list, numbers) {
    list.replaceChildren(...numbers.map((number) => {
      const item = document.createElement("li");
      item.textContent = data.texts[number];
      return item;
    }));
  }

  function draw(row, isNext) {
    for (const part of parts) {
      const number = row[part.dataset.part];
      if (drawn.get(part) !== number) {
        part.innerHTML = data.texts[number];
        part.classList.toggle("changed", isNext);
        drawn.set(part, number);
      } else {
        part.classList.remove("changed");
      }
    }
    for (const panel of alts) panel.setAttribute("aria-label", data.texts[row[panel.dataset.alt]]);
    items(at("as-text"), alts.map((panel) => row[panel.dataset.alt]));
  }

  function tell(frame) {
    at("when").textContent = data.texts[frame.when];
    at("played").textContent = data.texts[frame.played];
    items(at("followed"), frame.followed);
    at("what").textContent = data.texts[frame.what];
    items(at("options"), frame.options);
    (frame.worths || []).forEach((worth, i) => {
      const label = document.createElement("span");
      label.className = "worth";
      label.textContent = data.texts[worth];
      at("options").children[i].append(" ", label);
    });
    const note = at("worths-note");
    if (note) note.hidden = !(frame.worths || []).length;
    const chosen = at("options").children[frame.chosen];
    const list = at("options").parentElement;
    list.scrollTop = 0;
    if (chosen) {
      chosen.className = "chosen";
      chosen.setAttribute("aria-current", "true");
      // The bar may cover the end of the list.
      const { top, bottom } = list.getBoundingClientRect();
      const height = Math.max(Math.min(bottom, document.querySelector(".bar").getBoundingClientRect().top) - top, 0);
      const below = chosen.offsetTop + chosen.offsetHeight - list.offsetTop - height;
      if (below > 0) list.scrollTop = below + height / 3;
    }
    for (const seat of seats) seat.classList.toggle("moving", Number(seat.dataset.seat) === frame.who);
  }

  function roundOf(number) {
    let round = 0;
    data.rounds.forEach((first, i) => { if (first <= number) round = i; });
    return round;
  }

  function show(number) {
    const before = step;
    step = Math.min(Math.max(number, 0), last);
    draw(rows[step], step === before + 1);
    tell(data.frames[step]);
    data.overlaps[step].forEach((overlap, seat) => { overlaps[seat].textContent = String(overlap).replace("-", "\u2212"); });
    chances.forEach((chance, seat) => { chance.textContent = data.chances[step][seat]; });
    at("slider").value = step;
    at("slider").setAttribute("aria-valuetext", `${step} of ${last}, ${data.texts[data.frames[step].when]}`);
    at("count").textContent = `${step} of ${last}`;
    at("round").value = data.rounds[roundOf(step)];
    for (const cursor of cursors) cursor.style.left = `${(100 * step) / Math.max(last, 1)}%`;
    if (step === last) stop();
    try { history.replaceState(null, "", `#step=${step}`); } catch { /* a page that may not name its place still shows it */ }
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    at("play").textContent = "Play";
    at("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) return stop();
    if (step === last) show(0);
    at("play").textContent = "Pause";
    at("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => show(step + 1), Number(at("pace").value));
  }

  function byRound(steps) {
    const now = roundOf(step);
    if (steps < 0) return show(step > data.rounds[now] ? data.rounds[now] : data.rounds[Math.max(now - 1, 0)]);
    show(now + 1 < data.rounds.length ? data.rounds[now + 1] : last);
  }

  const keys = {
    ArrowLeft: () => show(step - 1),
    ArrowRight: () => show(step + 1),
    PageUp: () => byRound(-1),
    PageDown: () => byRound(1),
    Home: () => show(0),
    End: () => show(last),
    " ": play,
  };
  document.addEventListener("keydown", (event) => {
    const where = event.target.tagName;
    if (event.altKey || event.ctrlKey || event.metaKey || where === "SELECT" || !keys[event.key]) return;
    if (event.key === " " && (where === "BUTTON" || where === "SUMMARY")) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    keys[event.key]();
  });
  const buttons = {
    first: keys.Home, "round-back": keys.PageUp, back: keys.ArrowLeft, on: keys.ArrowRight, "round-on": keys.PageDown, last: keys.End,
  };
  for (const [id, go] of Object.entries(buttons)) at(id).addEventListener("click", () => { stop(); go(); });
  at("play").addEventListener("click", play);
  at("slider").addEventListener("input", () => { stop(); show(Number(at("slider").value)); });
  at("round").addEventListener("change", () => { stop(); show(Number(at("round").value)); });
  at("pace").addEventListener("change", () => { if (timer) { stop(); play(); } });
  for (const chart of document.querySelectorAll(".chart")) {
    chart.addEventListener("click", (event) => {
      const box = chart.getBoundingClientRect();
      stop();
      show(Math.round(((event.clientX - box.left) / box.width) * last));
    });
  }
  const named = () => Number((/^#step=(\d+)$/.exec(location.hash) || [0, 0])[1]);
  window.addEventListener("hashchange", () => { if (named() !== step) show(named()); });
  show(named());
})();
