(() => {
  const read = (id) => JSON.parse(at(id).textContent);
  const names = read("names");
  const address = `${encodeURIComponent(read("game"))}/`;
  const table = drawnTable((content) => content);
  const seats = all("[data-seat]");
  const MILLISECONDS_BETWEEN_DIGITS = 1000;
  const NO_OPTION = "There is no option";
  const SECONDS_UNTIL_EXPLAINED = 2;
  const SECONDS_BETWEEN_TRIES = 2;
  // Pixels that the turns so far need at least.
  const LEAST_ROOM = 120;
  // Letters of an option that has at most three lines in half the width of a phone.
  const MOST_BRIEF_LETTERS = 48;
  const isWide = matchMedia("(min-width: 62rem)");
  // Digits typed so far of the number of an option, and when the last one was.
  let digits = "";
  let lastDigitAt = 0;
  // Whether the page, not the person, moved the focus to an option; there the space bar still pauses.
  let isFocusPlaced = false;
  // The position that is shown, as the server describes it.
  let view = null;
  // Of the next step of the others; 0 if none is planned.
  let timer = 0;
  let isBusy = false;
  let isServerGone = false;
  // The seat that a click shows large, from 1; 0 for the seat that decides.
  let pinned = 0;
  // The key of the spot whose options alone are listed; null for all options.
  let onlySpot = null;
  // Ends the requests about the position that is shown, once another one is shown.
  let thinking = new AbortController();
  let nThoughts = 0, hasThought = false;

  // --- asking the server

  // The answer of the server; is_refused says that a change was meant for another position than the server's.
  async function askServer(path, body, options = {}) {
    if (body) options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const response = await fetch(address + path, options).catch((error) => {
      if (error instanceof TypeError) waitForServer();
      throw error;
    });
    if (response.status === 500 && !(await isServerThere())) {
      waitForServer();
      throw new TypeError("the server stopped while it worked on the answer");
    }
    const isJson = (response.headers.get("Content-Type") || "").startsWith("application/json");
    if (!isJson) throw new Error(await response.text());
    const answer = await response.json();
    return response.status === 409 ? { ...answer, is_refused: true } : answer;
  }

  // An empty text takes the last problem away.
  function showProblem(text) {
    at("problem").textContent = text;
    at("problem").hidden = !text;
  }

  const isServerThere = () => fetch(`${address}view`).then(() => true, () => false);

  // A server that was stopped may be started again: the page then shows the position that it has.
  async function waitForServer() {
    if (isServerGone) return;
    isServerGone = true;
    while (isServerGone) {
      await new Promise((wake) => setTimeout(wake, SECONDS_BETWEEN_TRIES * 1000));
      isServerGone = !(await isServerThere());
    }
    begin();
  }

  const capitalised = (text) => text.replace(/^./, (letter) => letter.toUpperCase());
  const reasonOf = (error) => error instanceof TypeError ? "The server does not answer. Is rajas table still running? The page goes on when it is." : error.message;

  // Ask the server for the next position. One request at a time: a click meanwhile is not meant for the position that comes.
  async function change(what, body = {}) {
    if (isBusy) return;
    isBusy = true;
    sayState();
    clearTimeout(timer);
    timer = 0;
    const hadFocus = hasFocus();
    const isByKeys = hadFocus && document.activeElement.matches(":focus-visible");
    if (what === "go_on" && view.seat) at("what").textContent = `${capitalised(names[view.seat - 1])} thinks…`;
    const patience = setTimeout(() => {
      at("note").textContent = what === "go_on" ? "A strategy is compiled the first time it plays, which takes half a minute or more." : "Your choice is being played…";
    }, SECONDS_UNTIL_EXPLAINED * 1000);
    try {
      const next = await askServer(what, { version: view.version, ...body });
      show(next);
      if (next.is_refused) sayElsewhere("Your click was not played: the game had been played on in another window.");
      if (hadFocus) placeFocus(isByKeys);
      showProblem("");
    } catch (error) {
      showProblem(reasonOf(error));
    } finally {
      clearTimeout(patience);
      isBusy = false;
      sayState();
    }
    goOnSoon();
  }

  const hasFocus = () => [at("options"), at("what")].some((place) => place.contains(document.activeElement)) || Boolean(document.activeElement.closest(".spots"));

  // Keys go on from the first option, a mouse from the list; both from the heading where nobody has to choose.
  function placeFocus(isByKeys) {
    const first = view.waits_for_person && isByKeys && document.querySelector("#options [data-option] button");
    (first || at(view.waits_for_person ? "options" : "what")).focus({ preventScroll: true });
    isFocusPlaced = true;
  }

  function sayElsewhere(text) {
    at("elsewhere").textContent = text;
    at("elsewhere").hidden = !text;
  }

  // What the page waits for: an answer, a person, the others, or nothing more.
  function sayState() {
    document.body.dataset.waits = isBusy ? "answer" : view.is_over ? "nothing" : view.waits_for_person ? "person" : "others";
  }

  // Where nobody has to choose, only "Go on" does anything while the game is paused.
  function sayPaused() {
    const isHeld = isPaused() && !view.is_over && !view.waits_for_person;
    at("note").textContent = isHeld ? "Paused: Go on, or the space bar, plays the next step." : view.note || "";
  }

  const isPaused = () => at("stop").getAttribute("aria-pressed") === "true";

  // Others play on after a while, so that their turn can be read.
  function goOnSoon() {
    if (timer || isPaused() || !view || view.is_over || view.waits_for_person || !at("problem").hidden) return;
    timer = setTimeout(() => { timer = 0; change("go_on"); }, 1000 * Number(at("pace").value));
  }

  // --- showing a position

  function show(next) {
    const undone = (version) => version.split(".")[1];
    const isNext = view !== null && next.version !== view.version && undone(next.version) === undone(view.version);
    view = next;
    thinking.abort();
    thinking = new AbortController();
    onlySpot = null;
    pinned = 0;
    document.body.classList.add("mouse-rests");
    table.draw(view.frame);
    showSeats();
    if (isNext) table.mark();
    else table.unmark();
    for (const label of all("[data-total]")) label.textContent = view.totals[label.dataset.of][label.dataset.total];
    at("when").textContent = view.moment;
    const [mover, sentence] = view.turns[view.turns.length - 1] || [0, "The game begins."];
    at("played").textContent = minus(sentence);
    at("earlier").textContent = minus(view.earlier);
    sayElsewhere("");
    at("followed").parentElement.hidden = view.followed.length === 0;
    at("followed").replaceChildren(...view.followed.map((text) => element("li", minus(text))));
    sayPaused();
    at("played").className = `played${mover ? ` of-${mover}` : ""}`;
    at("what").textContent = view.is_over ? view.what : capitalised(`${view.waits_for_person ? "Your choice, " : ""}${names[view.seat - 1]}: ${view.what}`);
    at("turns").replaceChildren(...view.turns.map(([, text, came, newRound]) => {
      const line = element("li", minus(text));
      if (newRound) line.prepend(element("b", newRound));
      if (came) line.append(element("small", minus(came)));
      return line;
    }));
    at("undo").disabled = !view.can_undo;
    at("hint").disabled = !view.waits_for_person;
    at("hint-note").textContent = "";
    for (const id of ["thinking", "hint-meaning", "winning-meaning", "player"]) at(id).textContent = "";
    at("over-links").hidden = !view.is_over;
    at("stop").hidden = view.is_over;
    showOptions();
    showChances();
    at("options").parentElement.scrollTop = 0;
    at("story").scrollTop = at("story").scrollHeight;
  }

  // The turns so far stand below the first column of the table if there is room, and else below the options.
  function placeStory() {
    const column = document.querySelector(".column");
    const lowest = all(".panel", column).pop();
    const room = column.getBoundingClientRect().bottom - lowest.getBoundingClientRect().bottom;
    (isWide.matches && room >= LEAST_ROOM ? column : document.querySelector(".side")).append(at("story"));
    at("story").scrollTop = at("story").scrollHeight;
  }

  function showSeats() {
    const largeSeat = pinned || view.seat || 1;
    for (const panel of seats) {
      panel.classList.toggle("moving", Number(panel.dataset.seat) === largeSeat);
      panel.querySelector("button").disabled = Number(panel.dataset.seat) === largeSeat;
    }
  }

  // An option that comes to lie under a mouse at rest is not emphasised.
  const mouseRests = () => document.body.classList.contains("mouse-rests");
  let mouseAt = "";
  document.addEventListener("mousedown", () => { isFocusPlaced = false; });
  document.addEventListener("mousemove", ({ clientX, clientY }) => {
    if (mouseAt !== `${clientX} ${clientY}`) document.body.classList.remove("mouse-rests");
    mouseAt = `${clientX} ${clientY}`;
  }, true);
  function onLook(shape, indices) {
    shape.addEventListener("mousemove", () => { if (!mouseRests() && !shape.classList.contains("shown")) emphasise(indices, true); });
    shape.addEventListener("mouseleave", () => emphasise(indices, false));
  }

  // Spots are rectangles of the drawing, on which options lie; see OptionSpot.
  const keyOf = ({ panel, x, y }) => `${panel} ${x} ${y}`;
  const spotsOf = ({ spot }) => (spot ? [spot, ...spot.twins.map(([x, y]) => ({ ...spot, x, y }))] : []);

  function showOptions() {
    digits = "";
    for (const spot of all(".spots")) spot.remove();
    const shown = view.options.map((option, i) => [option, i]).filter(([option]) => onlySpot === null || spotsOf(option).some((spot) => keyOf(spot) === onlySpot));
    at("options").replaceChildren(...(view.is_over ? view.places.map((place) => element("li", minus(place))) : shown.map(([option, i]) => optionItem(option, i))));
    if (onlySpot !== null) at("options").append(buttonItem("Show all options again", showAllOptions));
    const spots = new Map();
    for (const [option, i] of shown) {
      for (const spot of spotsOf(option)) spots.set(keyOf(spot), { spot, options: [...(spots.get(keyOf(spot))?.options || []), [option, i]] });
    }
    for (const { spot, options } of spots.values()) addSpot(spot, options);
  }

  // The focus stays at its option, or at least in the list.
  function showAllOptions() {
    const hadFocus = hasFocus();
    const focused = document.activeElement.closest("#options [data-option]")?.dataset.option;
    onlySpot = null;
    showOptions();
    if (hadFocus) (document.querySelector(`#options [data-option="${focused}"] button`) || at("options")).focus({ preventScroll: true });
  }

  function buttonItem(text, act) {
    const item = element("li", "");
    const button = element("button", "");
    button.type = "button";
    button.append(element("span", text, "text"));
    button.addEventListener("click", act);
    item.append(button);
    return item;
  }

  function optionItem(option, i) {
    const item = buttonItem(option.text, () => change("choose", { code: option.code }));
    item.dataset.option = i;
    item.classList.toggle("brief", option.text.length <= MOST_BRIEF_LETTERS);
    item.firstChild.title = option.reminder;
    item.firstChild.prepend(element("span", i + 1, "number"));
    onLook(item, [i]);
    for (const [event, isOn] of [["focusin", true], ["focusout", false]]) item.addEventListener(event, () => emphasise([i], isOn));
    return item;
  }

  // Digits move the focus to the option of that number, which Enter chooses; for a number that no option has, to the list.
  function focusOption(digit) {
    const digitsBefore = Date.now() - lastDigitAt < MILLISECONDS_BETWEEN_DIGITS ? digits : "";
    lastDigitAt = Date.now();
    const itemOf = (number) => all("#options [data-option]").find(({ dataset }) => Number(dataset.option) + 1 === Number(number));
    digits = itemOf(digitsBefore + digit) ? digitsBefore + digit : "";
    if (digits && at("problem").textContent.startsWith(NO_OPTION)) showProblem("");
    else if (!digits && view.waits_for_person) showProblem(`${NO_OPTION} ${digitsBefore + digit}.`);
    (itemOf(digits)?.firstChild || at("options")).focus();
  }

  // Options under the pointer or the focus, in the list or on the table, are emphasised in both.
  // Others are not any more: the mouse may rest on one option while the keyboard is at another.
  function emphasise(indices, isOn) {
    for (const shown of all("#options .shown, .spots.shown, .preview.shown")) shown.classList.remove("shown");
    for (const i of isOn ? indices : []) {
      for (const item of all(`#options [data-option="${i}"]`)) item.classList.add("shown");
      for (const area of all(".spots")) {
        if (!area.dataset.options.split(" ").includes(String(i))) continue;
        area.classList.add("shown");
        for (const preview of all(".preview", area)) preview.classList.toggle("shown", preview.dataset.option === String(i));
      }
    }
  }

  // Put an area over a spot: a click plays its only option, or lists its options. A folded panel has a drawing for each piece.
  function addSpot(spot, options) {
    const { panel, x, y, width, height } = spot;
    const drawings = all(`[data-panel="${panel}"] svg`);
    const drawing = drawings.find(({ viewBox }) => y < viewBox.baseVal.y + viewBox.baseVal.height) || drawings[0];
    const area = svgElement("g", { class: "spots", transform: `translate(${x} ${y})`, role: "button", tabindex: 0 });
    area.dataset.options = options.map(([, i]) => i).join(" ");
    const text = options.length === 1 ? options[0][0].text : `${options.length} options: ${options[0][0].text}, and others`;
    area.setAttribute("aria-label", text);
    const title = svgElement("title", {});
    title.textContent = text;
    area.append(title);
    for (const [option, i] of options) {
      if (!option.spot.preview) continue;
      const preview = svgElement("g", { class: "preview" });
      preview.dataset.option = i;
      preview.innerHTML = option.spot.preview;
      area.append(preview);
    }
    area.append(svgElement("rect", { width, height }));
    const act = () => {
      if (options.length === 1) return change("choose", { code: options[0][0].code });
      onlySpot = keyOf(spot);
      showOptions();
      at("options").querySelector("button").focus();
    };
    area.addEventListener("click", (event) => { event.stopPropagation(); act(); });
    area.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); act(); } });
    onLook(area, options.map(([, i]) => i));
    drawing.append(area);
    drawing.removeAttribute("aria-hidden");
  }

  // --- what the strongest player thinks

  async function showHint() {
    if (!view.waits_for_person) return;
    at("thinking").textContent ||= "Playing games on… You may choose meanwhile.";
    try {
      const answer = await askAndSay("hint");
      if (answer.version !== view.version) return;
      showAllOptions();
      at("hint-note").textContent = answer.short;
      explain("hint", answer);
      const isBest = (text) => ["best", "equally good"].includes(text);
      let isOutlined = false;
      answer.texts.forEach((text, i) => {
        for (const area of all(".spots")) {
          if (!isBest(text) || !area.dataset.options.split(" ").includes(String(i))) continue;
          area.classList.add("best");
          isOutlined = true;
        }
        if (isBest(text)) all(`#options [data-option="${i}"]`)[0].classList.add("best");
        if (text) all(`#options [data-option="${i}"] button`)[0].append(element("span", text, "worth"));
      });
      const numbers = answer.texts.flatMap((text, i) => (isBest(text) ? [i + 1] : []));
      const named = numbers.length > 1 ? `Options ${numbers.join(", ")} are equally good` : `Option ${numbers[0]} is the best`;
      if (numbers.length) {
        const go = element("button", "Go to it");
        go.addEventListener("click", () => { all(`#options [data-option="${numbers[0] - 1}"] button`)[0].focus(); keepFocusInSight(); });
        at("hint-note").append(` ${named}${isOutlined ? ", outlined in gold" : ""}. `, go);
      }
      keepFocusInSight();
    } catch (error) {
      if (error.name !== "AbortError") at("hint-note").textContent = reasonOf(error);
      showPresent();
    }
  }

  // Scroll the list, not the page, as far as an option with the focus needs to be seen below the hint's sentences.
  function keepFocusInSight() {
    const focused = document.activeElement.closest("#options [data-option]");
    if (!focused) return;
    const list = at("options").parentElement;
    const [shown, item, note] = [list, focused, at("hint-note")].map((node) => node.getBoundingClientRect());
    list.scrollTop += Math.min(0, item.top - shown.top - note.height) || Math.max(0, item.bottom - shown.bottom);
  }

  // What the numbers of a hint or of the chances mean; who plays on is the same for both.
  function explain(what, answer) {
    at(`${what}-meaning`).textContent = answer.meaning;
    at("player").textContent = answer.player;
  }

  // Ask for what takes a while, and say so, once for a hint and the chances together; a choice ends it.
  async function askAndSay(what) {
    const { signal } = thinking;
    nThoughts += 1;
    const patience = setTimeout(() => {
      const reason = hasThought ? "" : " The strategy that plays on may first have to be compiled, once, for a minute or more.";
      at("thinking").textContent = `Still playing games on…${reason} You may choose meanwhile.`;
    }, SECONDS_UNTIL_EXPLAINED * 1000);
    signal.addEventListener("abort", () => clearTimeout(patience));
    try {
      const answer = await askServer(`${what}?version=${encodeURIComponent(view.version)}`, null, { signal });
      hasThought = true;
      return answer;
    } finally {
      clearTimeout(patience);
      nThoughts -= 1;
      if (!nThoughts) at("thinking").textContent = "";
    }
  }

  async function showChances() {
    const isWanted = at("with-chances").checked;
    at("winning-area").hidden = !isWanted;
    if (!isWanted) return;
    at("winning-area").classList.add("stale");
    let answer;
    try {
      answer = await askAndSay("chances");
    } catch (error) {
      if (error.name !== "AbortError") at("winning-note").textContent = reasonOf(error);
      return;
    }
    if (answer.version !== view.version) return;
    at("winning-area").classList.remove("stale");
    answer.shares.forEach((share, i) => {
      all(`[data-share="${i}"]`)[0].style.width = `${100 * share}%`;
      all(`[data-chance="${i}"]`)[0].textContent = percent(share);
      all(`[data-interval="${i}"]`)[0].textContent = answer.intervals[i];
    });
    at("winning-note").textContent = answer.note;
    explain("winning", answer);
    at("winning").setAttribute("aria-label", `Chance to win: ${answer.shares.map((share, i) => `seat ${i + 1} ${percent(share)}`).join(", ")}`);
  }

  // --- buttons and keys

  function pause() {
    at("stop").setAttribute("aria-pressed", String(!isPaused()));
    at("stop").textContent = isPaused() ? "Go on" : "Pause";
    sayPaused();
    if (isPaused()) { clearTimeout(timer); timer = 0; } else goOnSoon();
  }

  // Settings stay when the page is loaded again.
  for (const [id, key] of [["pace", "value"], ["with-chances", "checked"]]) {
    try {
      const stored = sessionStorage.getItem(id);
      if (stored !== null) at(id)[key] = JSON.parse(stored);
      at(id).addEventListener("change", () => sessionStorage.setItem(id, JSON.stringify(at(id)[key])));
    } catch { /* a page that may not store anything works as well */ }
  }
  // Another tab may have played on, or taken back.
  async function showPresent() {
    if (document.hidden || isBusy || !view) return;
    const present = await askServer("view").catch(() => view);
    if (present.version !== view.version && !isBusy) { const hadFocus = hasFocus(); show(present); if (hadFocus) placeFocus(false); sayElsewhere("The game was played on in another window."); sayState(); goOnSoon(); }
  }
  document.addEventListener("visibilitychange", showPresent);
  at("undo").addEventListener("click", () => change("undo"));
  at("hint").addEventListener("click", showHint);
  at("stop").addEventListener("click", pause);
  at("with-chances").addEventListener("change", showChances);
  at("review").addEventListener("click", () => { at("review").textContent = "Reviewing, which takes a minute…"; at("what").textContent = "Reviewing your choices, which takes a minute…"; });
  makeEnlargeable(seats, "Show large until the next turn", (number) => { pinned = number; table.unmark(); showSeats(); });
  document.addEventListener("keydown", (event) => {
    const { tagName, type } = event.target;
    if (/^(Tab|\d)$/.test(event.key)) isFocusPlaced = false;
    const isTyping = ["SELECT", "TEXTAREA"].includes(tagName) || (tagName === "INPUT" && type !== "checkbox");
    if (event.altKey || event.ctrlKey || event.metaKey || isTyping) return;
    if (event.key === "Escape") {
      closePops();
      if (onlySpot !== null) showAllOptions();
    } else if (event.key === "u" && view.can_undo) change("undo");
    else if (event.key === "h") showHint();
    else if (/^\d$/.test(event.key)) focusOption(event.key);
    else if (event.key === "Enter" && event.repeat && hasFocus()) event.preventDefault();
    else if (event.key === " " && (isFocusPlaced && at("options").contains(event.target) || !["BUTTON", "SUMMARY", "A", "INPUT"].includes(tagName))) { event.preventDefault(); pause(); }
  });
  window.addEventListener("resize", () => { table.unmark(); placeStory(); });
  placeStory();

  function begin() {
    return askServer("view").then((present) => { if (isBusy) return; showProblem(""); show(present); sayState(); goOnSoon(); }).catch((error) => showProblem(reasonOf(error)));
  }
  begin();
})();
