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
  // Position 0 is before the first turn; turn number t ends with position turnEnds[t].
  const turnEnds = [0, ...data.turns.map(([end]) => end)];
  const seats = all("[data-seat]");
  const story = all("#story li");
  const table = drawnTable((number) => data.texts[number]);
  const text = (number) => minus(data.texts[number]);
  const inFrame = window.parent !== window;
  // The index of the position that is shown; -1 before the first one is.
  let shown = -1;
  let isByTurn = true;
  let isRevealed = false;
  // The seat that a click shows large, from 1; 0 for the seat of `largeSeat`.
  let pinned = 0;
  // Of the next step while the game plays; 0 if it does not.
  let timer = 0;

  // --- what is said

  const turnOf = (position) => turnEnds.findIndex((end) => end >= position);

  // The seat that is shown large, from 1: by turn the one that has just moved, by decision the one that is to decide.
  function largeSeat() {
    const turn = turnOf(shown);
    if (isByTurn || !data.frames[shown].who) return turn ? data.turns[turn - 1][1] : data.frames[0].who;
    return data.frames[shown].who;
  }

  // An option whose text has this number; the chosen one of several stays in sight.
  function optionItem(number, isChosen, label, isAlone) {
    const item = element("li", text(number), isChosen ? (isAlone ? "chosen" : "chosen kept") : "");
    if (isChosen) item.setAttribute("aria-current", "true");
    if (label) item.append(element("span", label, "worth"));
    return item;
  }

  // The options that were chosen in a turn.
  function choicesOf(turn) {
    return data.frames.slice(turnEnds[turn - 1], turnEnds[turn]).map((frame) => {
      const loss = frame.losses ? `${frame.losses[frame.chosen]} ` : "";
      return optionItem(frame.options[frame.chosen], true, frame.options.length > 1 ? `${loss}of ${frame.options.length}` : "only option", true);
    });
  }

  const optionsOf = (frame) => frame.options.map((number, i) => optionItem(number, i === frame.chosen, frame.losses?.[i]));

  function showMoves() {
    const frame = data.frames[shown];
    const turn = turnOf(shown);
    const isTurn = isByTurn && turn > 0;
    at("when").textContent = isTurn ? `${data.texts[data.frames[turnEnds[turn - 1]].when]}, turn ${turn} of ${turnEnds.length - 1}` : data.texts[frame.when];
    at("played").textContent = isTurn ? story[turn - 1].textContent : text(frame.played);
    const mover = shown ? data.turns[turn - 1][1] : 0;
    at("played").className = `played${mover ? ` of-${mover}` : ""}`;
    const followed = isTurn ? data.frames.slice(turnEnds[turn - 1] + 1, turnEnds[turn] + 1).flatMap((later) => later.followed) : frame.followed;
    at("followed").replaceChildren(...followed.map((number) => element("li", text(number))));
    at("what").textContent = isTurn && shown < last ? "" : data.texts[frame.what];
    at("options").replaceChildren(...(isTurn && shown < last ? [] : optionsOf(frame)), ...(isTurn ? choicesOf(turn) : []));
    const decides = isTurn ? data.turns[turn - 1][1] : frame.who;
    const hasLosses = isTurn ? data.frames.slice(turnEnds[turn - 1], turnEnds[turn]).some(({ losses }) => losses) : frame.losses;
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

  function showSeats() {
    const large = pinned || largeSeat();
    for (const panel of seats) {
      panel.classList.toggle("moving", Number(panel.dataset.seat) === large);
      panel.querySelector("button").disabled = Number(panel.dataset.seat) === large;
    }
    for (const label of all("[data-total]")) label.textContent = data.totals[shown][label.dataset.of][label.dataset.total];
  }

  function showChances() {
    if (!data.chances.length) return;
    const shares = data.chances[shown];
    for (const part of all("[data-share]")) part.style.width = `${100 * shares[part.dataset.share]}%`;
    const turn = turnOf(shown);
    const sharesBefore = data.chances[turnEnds[Math.max(turn - 1, 0)]];
    for (const label of all("[data-chance]")) {
      const seat = label.dataset.chance;
      const change = Math.round(100 * shares[seat]) - Math.round(100 * sharesBefore[seat]);
      label.textContent = percent(shares[seat]);
      label.nextElementSibling.textContent = change && turnEnds[turn] === shown ? `${change > 0 ? "+" : "\u2212"}${Math.abs(change)}` : "";
    }
    at("between").hidden = !turn || turnEnds[turn] !== shown || shown === last || !data.rounds.includes(shown);
    at("winning").setAttribute("aria-label", `Chance to win: ${shares.map((share, i) => `seat ${i + 1} ${percent(share)}`).join(", ")}`);
  }

  // --- what is hidden until it is reached

  function reveal() {
    isRevealed = true;
    at("result").hidden = false;
    at("reveal").hidden = true;
  }

  function hideFuture() {
    const turn = turnOf(shown);
    const nTurnsOver = turnEnds[turn] === shown ? turn : turn - 1;
    at("future").style.left = `${(100 * shown) / Math.max(last, 1)}%`;
    at("future").hidden = isRevealed;
    story.forEach((line, i) => {
      line.hidden = !isRevealed && i >= nTurnsOver;
      line.toggleAttribute("aria-current", i === nTurnsOver - 1);
    });
    const current = story[nTurnsOver - 1];
    at("story").scrollTop = current ? current.offsetTop + current.offsetHeight - at("story").clientHeight + 8 : 0;
  }

  // --- stepping

  // The index of the round of a position.
  function roundOf(position) {
    return data.rounds.reduce((round, firstPosition, i) => (firstPosition <= position ? i : round), 0);
  }

  function show(position) {
    const wanted = Math.min(Math.max(position, 0), last);
    const shownBefore = shown;
    shown = isByTurn ? turnEnds[turnOf(wanted)] : wanted;
    if (shown !== shownBefore) {
      pinned = 0;
      table.draw(rows[shown]);
    }
    if (shown === last) reveal();
    showSeats();
    showMoves();
    showChances();
    hideFuture();
    const turn = turnOf(shown);
    const isNext = isByTurn ? turn > 0 && shownBefore === turnEnds[turn - 1] : shownBefore === shown - 1;
    if (isNext) table.mark();
    else if (shown !== shownBefore) table.unmark();
    const count = isByTurn ? `turn ${turn} of ${turnEnds.length - 1}` : `${shown} of ${last}`;
    at("slider").value = shown;
    if (at("turning-point")) at("turning-point").disabled = turningPointAhead() === undefined;
    at("slider").setAttribute("aria-valuetext", `${count}, ${data.texts[data.frames[shown].when]}`);
    at("count").textContent = count;
    at("round").value = data.rounds[roundOf(shown)];
    at("cursor").style.left = `${(100 * shown) / Math.max(last, 1)}%`;
    if (shown === last) stop();
    try { history.replaceState(null, "", isByTurn ? `#turn=${turn}` : `#step=${shown}`); } catch { /* a page that may not name its place still shows it */ }
  }

  const forward = () => show(isByTurn ? turnEnds[Math.min(turnOf(shown) + 1, turnEnds.length - 1)] : shown + 1);
  const back = () => show(isByTurn ? turnEnds[Math.max(turnOf(shown) - 1, 0)] : shown - 1);

  function stop() {
    clearTimeout(timer);
    timer = 0;
    at("play").textContent = "Play";
    at("play").setAttribute("aria-pressed", "false");
    at("said").setAttribute("aria-live", "polite");
  }

  // Plan the next step. A turn takes as long by decision as by turn.
  function planStep() {
    const turn = Math.min(turnOf(shown + 1), turnEnds.length - 1);
    const steps = isByTurn ? 1 : turnEnds[turn] - turnEnds[turn - 1];
    timer = setTimeout(() => { forward(); if (timer) planStep(); }, 1000 / Number(at("speed").value) / steps);
  }

  function play() {
    if (timer) return stop();
    if (shown === last) show(0);
    at("play").textContent = "Pause";
    at("play").setAttribute("aria-pressed", "true");
    at("said").setAttribute("aria-live", "off");
    planStep();
  }

  // To the first position of the next round, or of this one, or of the one before if that is shown already.
  function stepByRound(direction) {
    const now = roundOf(shown);
    if (direction < 0) return show(shown > data.rounds[now] ? data.rounds[now] : data.rounds[Math.max(now - 1, 0)]);
    show(now + 1 < data.rounds.length ? data.rounds[now + 1] : last);
  }

  const turningPointAhead = () => data.turning_points.find((turn) => turnEnds[turn] > shown);

  function nextTurningPoint() {
    const next = turningPointAhead();
    show(turnEnds[next - 1]);
    show(turnEnds[next]);
  }

  function setMode(mode) {
    isByTurn = mode === "turn";
    at("mode").value = mode;
  }

  const keys = {
    ArrowLeft: back, ArrowRight: forward, PageUp: () => stepByRound(-1), PageDown: () => stepByRound(1), Home: () => show(0), End: () => show(last), " ": play,
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
  const buttons = { first: keys.Home, "round-back": keys.PageUp, back, on: forward, "round-on": keys.PageDown, last: keys.End, "turning-point": nextTurningPoint };
  for (const [id, go] of Object.entries(buttons)) if (at(id)) at(id).addEventListener("click", () => { stop(); go(); });
  at("play").addEventListener("click", play);
  at("reveal").addEventListener("click", () => { reveal(); hideFuture(); });
  at("slider").addEventListener("input", () => { stop(); show(Number(at("slider").value)); });
  at("round").addEventListener("change", () => { stop(); show(Number(at("round").value)); });
  at("speed").addEventListener("change", () => { if (timer) { clearTimeout(timer); planStep(); } });
  at("mode").addEventListener("change", () => { setMode(at("mode").value); show(shown); });
  makeEnlargeable(seats, "Show large until the next step", (number) => { pinned = number; table.unmark(); showSeats(); });
  window.addEventListener("resize", table.unmark);
  story.forEach((line, i) => {
    const link = element("a", line.textContent);
    link.href = `#turn=${i + 1}`;
    line.replaceChildren(link);
  });

  // Show the position that the address names.
  function showAddressed() {
    const [, unit, number] = /^#(step|turn)=(\d+)$/.exec(location.hash) || [];
    if (unit) setMode(unit === "turn" ? "turn" : "decision");
    const wanted = unit === "turn" ? turnEnds[Math.min(Number(number), turnEnds.length - 1)] : Number(number || 0);
    if (wanted !== shown) show(wanted);
  }
  window.addEventListener("hashchange", showAddressed);
  at("result").hidden = true;
  if (inFrame) document.documentElement.classList.add("framed");
  showAddressed();
})();
