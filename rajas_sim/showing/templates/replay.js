(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const data = read("data");
  const scales = read("scales");
  const last = data.frames.length - 1;
  const rows = [];
  for (const change of data.changes) {
    const row = rows.length ? rows[rows.length - 1].slice() : [];
    for (let i = 0; i < change.length; i += 2) row[change[i]] = change[i + 1];
    rows.push(row);
  }
  // Position 0 is before the first turn; turn number t ends with position ends[t].
  const ends = [0, ...data.turns.map(([end]) => end)];
  const seats = all("[data-seat]");
  const story = all("#story li");
  const table = drawnTable((number) => data.texts[number]);
  const text = (number) => minus(data.texts[number]);
  const inFrame = window.parent !== window;
  let step = -1;
  let isByTurn = true;
  let isRevealed = false;
  let pinned = 0;
  let timer = 0;

  // --- what is said

  const turnOf = (position) => ends.findIndex((end) => end >= position);

  // Who is shown large: in turns who has just moved, in decisions who is to decide.
  function shownSeat() {
    const turn = turnOf(step);
    if (isByTurn || !data.frames[step].who) return turn ? data.turns[turn - 1][1] : data.frames[0].who;
    return data.frames[step].who;
  }

  // The chosen one of several options stays in sight.
  function option(number, isChosen, label, isAlone) {
    const item = element("li", text(number), isChosen ? (isAlone ? "chosen" : "chosen kept") : "");
    if (isChosen) item.setAttribute("aria-current", "true");
    if (label) item.append(element("span", label, "worth"));
    return item;
  }

  function choicesOf(turn) {
    return data.frames.slice(ends[turn - 1], ends[turn]).map((frame) => {
      const value = frame.losses ? `${frame.losses[frame.chosen]} ` : "";
      return option(frame.options[frame.chosen], true, frame.options.length > 1 ? `${value}of ${frame.options.length}` : "only option", true);
    });
  }

  const optionsOf = (frame) => frame.options.map((number, i) => option(number, i === frame.chosen, frame.losses?.[i]));

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
      table.draw(rows[step]);
    }
    if (step === last) reveal();
    seat();
    tell();
    chances();
    hideFuture();
    const turn = turnOf(step);
    const isNext = isByTurn ? turn > 0 && before === ends[turn - 1] : before === step - 1;
    if (isNext) table.mark();
    else if (step !== before) table.unmark();
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
    if (event.key === "Escape") return closePops();
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
  enlargeable(seats, "Show large until the next step", (number) => { pinned = number; table.unmark(); seat(); });
  window.addEventListener("resize", table.unmark);
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
