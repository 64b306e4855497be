"use strict";
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const data = read("data");
  const scales = read("scales");
  const at = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const last = data.frames.length - 1;
  const rows = [];
  for (const change of data.changes) {
    const row = rows.length ? rows[rows.length - 1].slice() : [];
    for (let i = 0; i < change.length; i += 2) row[change[i]] = change[i + 1];
    rows.push(row);
  }
  // Position 0 is before the first turn; turn number t ends with position ends[t].
  const ends = [0, ...data.turns.map(([end]) => end)];
  const parts = all("[data-part]");
  const alts = all("[data-alt]");
  const seats = all("[data-seat]");
  const story = all("#story li");
  const drawn = new Map();
  const percent = (share) => `${Math.round(100 * share)} %`.replace(" ", "\u202f");
  const text = (number) => data.texts[number].replace(/(^|[\s=(])-(?=\d)/g, "$1\u2212");
  const inFrame = window.parent !== window;
  let step = -1;
  let isByTurn = true;
  let isRevealed = false;
  let pinned = 0;
  let timer = 0;

  function element(name, content, className) {
    const made = document.createElement(name);
    made.textContent = content;
    if (className) made.className = className;
    return made;
  }

  // --- the table

  const box = (shape) => {
    const { left, top, width, height } = shape.getBoundingClientRect();
    const origin = at("table").getBoundingClientRect();
    return { left: left - origin.left, top: top - origin.top, right: left - origin.left + width, bottom: top - origin.top + height };
  };
  const isSeen = ({ left, top, right, bottom }) => right - left > 0 && bottom - top > 0;
  const nameOf = (mover) => `${mover.closest("[data-panel]").dataset.panel} ${mover.dataset.mover}`;

  // What of a part was not there before: of several shapes those that are new, else all of it.
  function newShapes(part, before) {
    let shape = part;
    while (shape.children.length === 1 && shape.firstElementChild.tagName === "g") shape = shape.firstElementChild;
    const old = document.createElementNS(at("overlay").namespaceURI, "g");
    old.innerHTML = before;
    let oldShape = old;
    while (oldShape.children.length === 1 && oldShape.firstElementChild.tagName === "g") oldShape = oldShape.firstElementChild;
    const known = new Set([...oldShape.children].map((child) => child.outerHTML));
    const shapes = [...shape.children].filter((child) => child.tagName !== "title" && !known.has(child.outerHTML));
    return shapes.length ? shapes : [part];
  }

  // Boxes that overlap become one, so that nothing is outlined twice.
  function merged(boxes) {
    const result = [];
    for (let next of boxes) {
      for (let i = 0; i < result.length; i += 1) {
        const other = result[i];
        if (next.left < other.right + 3 && other.left < next.right + 3 && next.top < other.bottom + 3 && other.top < next.bottom + 3) {
          next = {
            left: Math.min(next.left, other.left), top: Math.min(next.top, other.top),
            right: Math.max(next.right, other.right), bottom: Math.max(next.bottom, other.bottom),
          };
          result.splice(i, 1);
          i = -1;
        }
      }
      result.push(next);
    }
    return result;
  }

  function shape(name, attributes) {
    const made = document.createElementNS(at("overlay").namespaceURI, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  const middle = ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2];

  function arrow([x1, y1], [x2, y2]) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [x, y] = [x2 - dx * 9, y2 - dy * 9];
    // A slight bend shows both ends of arrows that go along a row.
    const bend = Math.min(length / 6, 24);
    const curve = `M${x1} ${y1}Q${(x1 + x2) / 2 + dy * bend} ${(y1 + y2) / 2 - dx * bend} ${x} ${y}`;
    const head = `M${x2} ${y2}L${x - dy * 6} ${y + dx * 6}L${x + dy * 6} ${y - dx * 6}Z`;
    return [shape("path", { d: curve }), shape("path", { d: head, class: "head" })];
  }

  const MOST_ARROWS = 4;
  const SHORTEST_ARROW = 24;
  let places = new Map();
  let changed = [];
  let moved = [];

  // Places are shares of the drawing, which may be larger or elsewhere after the step.
  function placeOf(mover) {
    const [x, y] = middle(box(mover));
    const { left, top, right, bottom } = box(mover.ownerSVGElement);
    return [(x - left) / (right - left), (y - top) / (bottom - top)];
  }

  function pointAt([x, y], drawing) {
    const { left, top, right, bottom } = box(drawing);
    return [left + x * (right - left), top + y * (bottom - top)];
  }

  function draw(row) {
    places = new Map(all("[data-mover]").map((mover) => [nameOf(mover), placeOf(mover)]));
    const isFirst = !drawn.size;
    changed = [];
    for (const part of parts) {
      const number = row[part.dataset.part];
      if (drawn.get(part) !== number) {
        const before = part.innerHTML;
        part.innerHTML = data.texts[number];
        if (!isFirst) changed.push([part, before]);
        drawn.set(part, number);
      }
    }
    moved = isFirst ? [] : all("[data-mover]").filter((mover) => changed.some(([part]) => part.contains(mover)));
    for (const panel of alts) panel.setAttribute("aria-label", data.texts[row[panel.dataset.alt]]);
    at("as-text").replaceChildren(...alts.map((panel) => element("li", data.texts[row[panel.dataset.alt]])));
  }

  // What changed is outlined until the next step; what went from one place to another has an arrow.
  function mark() {
    const boxes = changed.flatMap(([part, before]) => newShapes(part, before)).map(box).filter(isSeen);
    const arrows = [];
    for (const mover of moved) {
      const origin = mover.dataset.origin && all(`[data-place="${mover.dataset.origin}"]`)[0];
      const earlier = places.get(nameOf(mover));
      const from = earlier ? pointAt(earlier, mover.ownerSVGElement) : origin && middle(box(origin));
      const to = middle(box(mover));
      if (from && Math.hypot(to[0] - from[0], to[1] - from[1]) > SHORTEST_ARROW) arrows.push([from, to]);
    }
    const outlines = merged(boxes).map(({ left, top, right, bottom }) => shape("rect", { x: left - 2, y: top - 2, width: right - left + 4, height: bottom - top + 4 }));
    at("overlay").replaceChildren(...outlines, ...(arrows.length > MOST_ARROWS ? [] : arrows.flatMap((ends_) => arrow(...ends_))));
  }

  function unmark() {
    changed = [];
    moved = [];
    at("overlay").replaceChildren();
  }

  // --- what is said

  const turnOf = (position) => ends.findIndex((end) => end >= position);

  // Who is shown large: in turns who has just moved, in decisions who is to decide.
  function shownSeat() {
    const turn = turnOf(step);
    if (isByTurn || !data.frames[step].who) return turn ? data.turns[turn - 1][1] : data.frames[0].who;
    return data.frames[step].who;
  }

  // The chosen one of several options stays in sight.
  function option(number, isChosen, label, isAlone, isUnsure) {
    const item = element("li", text(number), isChosen ? (isAlone ? "chosen" : "chosen kept") : "");
    if (isChosen) item.setAttribute("aria-current", "true");
    if (label) item.append(element("span", label, isUnsure ? "worth unsure" : "worth"));
    return item;
  }

  function choicesOf(turn) {
    return data.frames.slice(ends[turn - 1], ends[turn]).map((frame) => {
      const value = frame.losses ? `${frame.losses[frame.chosen]} ` : "";
      return option(frame.options[frame.chosen], true, `${value}of ${frame.options.length}`, true, frame.unsure?.includes(frame.chosen));
    });
  }

  const optionsOf = (frame) => frame.options.map((number, i) => option(number, i === frame.chosen, frame.losses?.[i], false, frame.unsure?.includes(i)));

  function tell() {
    const frame = data.frames[step];
    const turn = turnOf(step);
    const isTurn = isByTurn && turn > 0;
    at("when").textContent = isTurn ? `${data.texts[data.frames[ends[turn - 1]].when]}, turn ${turn} of ${ends.length - 1}` : data.texts[frame.when];
    at("played").textContent = isTurn ? story[turn - 1].textContent : text(frame.played);
    const mover = step ? data.turns[turn - 1][1] : 0;
    at("played").className = `played${mover ? ` of-${mover}` : ""}`;
    const followed = isTurn ? data.frames.slice(ends[turn - 1] + 1, ends[turn] + 1).flatMap((one) => one.followed) : frame.followed;
    at("followed").replaceChildren(...followed.map((number) => element("li", text(number))));
    at("what").textContent = isTurn && step < last ? "" : data.texts[frame.what];
    at("options").replaceChildren(...(isTurn && step < last ? [] : optionsOf(frame)), ...(isTurn ? choicesOf(turn) : []));
    const decides = isTurn ? data.turns[turn - 1][1] : frame.who;
    const hasLosses = isTurn ? data.frames.slice(ends[turn - 1], ends[turn]).some((one) => one.losses) : frame.losses;
    const [scale, meaning] = (hasLosses && scales[decides - 1]) || ["", ""];
    at("scale").textContent = scale;
    at("scale").title = meaning;
    const moves = at("options").parentElement;
    moves.scrollTop = 0;
    const chosen = at("options").querySelector(".kept");
    if (chosen && chosen.offsetTop + chosen.offsetHeight > moves.offsetTop + moves.clientHeight) {
      moves.scrollTop = chosen.offsetTop - moves.offsetTop - moves.clientHeight / 2;
    }
  }

  function seat() {
    const shown = pinned || shownSeat();
    for (const panel of seats) {
      panel.classList.toggle("moving", Number(panel.dataset.seat) === shown);
      panel.querySelector("button").disabled = Number(panel.dataset.seat) === shown;
    }
    for (const label of all("[data-total]")) label.textContent = data.totals[step][label.dataset.of][label.dataset.total];
  }

  function chances() {
    if (!data.chances.length) return;
    const shares = data.chances[step];
    for (const part of all("[data-share]")) part.style.width = `${100 * shares[part.dataset.share]}%`;
    const turn = turnOf(step);
    const earlier = data.chances[ends[Math.max(turn - 1, 0)]];
    for (const label of all("[data-chance]")) {
      const seat_ = label.dataset.chance;
      const change = Math.round(100 * shares[seat_]) - Math.round(100 * earlier[seat_]);
      label.textContent = percent(shares[seat_]);
      label.nextElementSibling.textContent = change && ends[turn] === step ? `${change > 0 ? "+" : "\u2212"}${Math.abs(change)}` : "";
    }
    at("between").hidden = !turn || ends[turn] !== step || step === last || !data.rounds.includes(step);
    at("winning").setAttribute("aria-label", `Chance to win: ${shares.map((share, i) => `seat ${i + 1} ${percent(share)}`).join(", ")}`);
  }

  // --- what is hidden until it is reached

  function reveal() {
    isRevealed = true;
    at("result").hidden = false;
    at("reveal").hidden = true;
  }

  function hideFuture() {
    const turn = turnOf(step);
    const reached = ends[turn] === step ? turn : turn - 1;
    at("future").style.left = `${(100 * step) / Math.max(last, 1)}%`;
    at("future").hidden = isRevealed;
    story.forEach((line, i) => {
      line.hidden = !isRevealed && i >= reached;
      line.toggleAttribute("aria-current", i === reached - 1);
    });
    const current = story[reached - 1];
    at("story").scrollTop = current ? current.offsetTop + current.offsetHeight - at("story").clientHeight + 8 : 0;
  }

  // --- stepping

  function roundOf(position) {
    return data.rounds.reduce((round, first, i) => (first <= position ? i : round), 0);
  }

  function show(position) {
    const wanted = Math.min(Math.max(position, 0), last);
    const before = step;
    step = isByTurn ? ends[turnOf(wanted)] : wanted;
    if (step !== before) {
      pinned = 0;
      draw(rows[step]);
    }
    if (step === last) reveal();
    seat();
    tell();
    chances();
    hideFuture();
    const turn = turnOf(step);
    const isNext = isByTurn ? turn > 0 && before === ends[turn - 1] : before === step - 1;
    if (isNext) mark();
    else if (step !== before) unmark();
    const count = isByTurn ? `turn ${turn} of ${ends.length - 1}` : `${step} of ${last}`;
    at("slider").value = step;
    if (at("turning-point")) at("turning-point").disabled = turningPointAhead() === undefined;
    at("slider").setAttribute("aria-valuetext", `${count}, ${data.texts[data.frames[step].when]}`);
    at("count").textContent = count;
    at("round").value = data.rounds[roundOf(step)];
    at("cursor").style.left = `${(100 * step) / Math.max(last, 1)}%`;
    if (step === last) stop();
    try { history.replaceState(null, "", isByTurn ? `#turn=${turn}` : `#step=${step}`); } catch { /* a page that may not name its place still shows it */ }
  }

  const on = () => show(isByTurn ? ends[Math.min(turnOf(step) + 1, ends.length - 1)] : step + 1);
  const back = () => show(isByTurn ? ends[Math.max(turnOf(step) - 1, 0)] : step - 1);

  function stop() {
    clearTimeout(timer);
    timer = 0;
    at("play").textContent = "Play";
    at("play").setAttribute("aria-pressed", "false");
    at("said").setAttribute("aria-live", "polite");
  }

  // A turn takes as long by decision as by turn.
  function wait() {
    const turn = Math.min(turnOf(step + 1), ends.length - 1);
    const steps = isByTurn ? 1 : ends[turn] - ends[turn - 1];
    timer = setTimeout(() => { on(); if (timer) wait(); }, 1000 / Number(at("speed").value) / steps);
  }

  function play() {
    if (timer) return stop();
    if (step === last) show(0);
    at("play").textContent = "Pause";
    at("play").setAttribute("aria-pressed", "true");
    at("said").setAttribute("aria-live", "off");
    wait();
  }

  function byRound(direction) {
    const now = roundOf(step);
    if (direction < 0) return show(step > data.rounds[now] ? data.rounds[now] : data.rounds[Math.max(now - 1, 0)]);
    show(now + 1 < data.rounds.length ? data.rounds[now + 1] : last);
  }

  const turningPointAhead = () => data.turning_points.find((turn) => ends[turn] > step);

  function nextTurningPoint() {
    const next = turningPointAhead();
    show(ends[next - 1]);
    show(ends[next]);
  }

  function setMode(mode) {
    isByTurn = mode === "turn";
    at("mode").value = mode;
  }

  const keys = {
    ArrowLeft: back, ArrowRight: on, PageUp: () => byRound(-1), PageDown: () => byRound(1), Home: () => show(0), End: () => show(last), " ": play,
  };
  document.addEventListener("keydown", (event) => {
    const where = event.target.tagName;
    if (event.key === "Escape") return all(".pop[open]").forEach((pop) => { pop.open = false; });
    if (event.altKey || event.ctrlKey || event.metaKey || where === "SELECT" || !keys[event.key]) return;
    if (event.key === " " && (where === "BUTTON" || where === "SUMMARY" || where === "A")) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    keys[event.key]();
  });
  const buttons = { first: keys.Home, "round-back": keys.PageUp, back, on, "round-on": keys.PageDown, last: keys.End, "turning-point": nextTurningPoint };
  for (const [id, go] of Object.entries(buttons)) if (at(id)) at(id).addEventListener("click", () => { stop(); go(); });
  at("play").addEventListener("click", play);
  at("reveal").addEventListener("click", () => { reveal(); hideFuture(); });
  at("slider").addEventListener("input", () => { stop(); show(Number(at("slider").value)); });
  at("round").addEventListener("change", () => { stop(); show(Number(at("round").value)); });
  at("speed").addEventListener("change", () => { if (timer) { clearTimeout(timer); wait(); } });
  at("mode").addEventListener("change", () => { setMode(at("mode").value); show(step); });
  for (const panel of seats) {
    const name = panel.querySelector(".name");
    const enlarge = element("button", "", "name");
    enlarge.append(...name.childNodes);
    enlarge.type = "button";
    enlarge.title = "Show large until the next step";
    name.replaceWith(enlarge);
    panel.addEventListener("click", () => { pinned = Number(panel.dataset.seat); unmark(); seat(); });
  }
  document.addEventListener("click", (event) => { for (const pop of all(".pop[open]")) if (!pop.contains(event.target)) pop.open = false; });
  window.addEventListener("resize", unmark);
  story.forEach((line, i) => {
    const link = element("a", line.textContent);
    link.href = `#turn=${i + 1}`;
    line.replaceChildren(link);
  });

  function showNamed() {
    const [, unit, number] = /^#(step|turn)=(\d+)$/.exec(location.hash) || [];
    if (unit) setMode(unit === "turn" ? "turn" : "decision");
    const wanted = unit === "turn" ? ends[Math.min(Number(number), ends.length - 1)] : Number(number || 0);
    if (wanted !== step) show(wanted);
  }
  window.addEventListener("hashchange", showNamed);
  at("result").hidden = true;
  if (inFrame) document.documentElement.classList.add("framed");
  showNamed();
})();
