// What readers can do with a page: see where they are, choose a number of players, read values, sort, filter, copy and save.
"use strict";

const make = (name, attributes = {}, text = "") => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};
const button = (text, act, label = text) => {
  const element = make("button", { type: "button", "aria-label": label }, text);
  element.addEventListener("click", () => act(element));
  return element;
};
const saveAs = (content, type, name) => {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
// The name of a file with what an element shows: words of the page, the section and the figure.
const fileName = (element, ending) => {
  const section = element.closest("section");
  const words = [document.title.split(":")[0], section?.id, element.querySelector("h3")?.textContent];
  return words.filter(Boolean).join(" ").toLowerCase().replace(/[^a-z0-9]+/g, "_") + ending;
};

// The place on the page: the section whose top was passed last is marked in the contents.
const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
const markCurrentSection = () => {
  const sections = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  const passedSections = sections.filter((section) => section.getBoundingClientRect().top < innerHeight / 3);
  const current = links.get((passedSections.at(-1) ?? sections[0]).id);
  for (const link of links.values()) {
    if (link === current) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
};
// A folded section opens when a link leads to it.
const openAt = (id) => document.getElementById(id)?.querySelector(":scope > .topic")?.setAttribute("open", "");
addEventListener("hashchange", () => openAt(location.hash.slice(1)));
openAt(location.hash.slice(1));
for (const [id, link] of links) link.addEventListener("click", () => openAt(id));

addEventListener("scroll", () => requestAnimationFrame(markCurrentSection), { passive: true });
markCurrentSection();

// One number of players, or all (""): figures, cards and columns of the others are hidden.
const playerCounts = [...new Set([...document.querySelectorAll("[data-players]")].map((part) => part.dataset.players))].sort();
let chosenPlayers = "";
const choosePlayers = (players) => {
  chosenPlayers = players;
  const isOther = (ofPlayers) => players !== "" && ofPlayers !== "" && ofPlayers !== players;
  for (const part of document.querySelectorAll("[data-players]")) part.hidden = isOther(part.dataset.players);
  for (const table of document.querySelectorAll("table")) {
    const columns = [...table.querySelectorAll("thead th")].map((th) => /^(\d+) players/.exec(th.textContent)?.[1] ?? "");
    if (!columns.some(Boolean)) continue;
    for (const row of table.rows) [...row.cells].forEach((cell, i) => { cell.hidden = isOther(columns[i]); });
  }
};
const addSwitch = (title, name, options, current, act) => {
  const group = make("fieldset", { class: "switch" });
  group.append(make("legend", {}, title));
  for (const [value, text] of options) {
    const label = make("label");
    const radio = make("input", { type: "radio", name, value });
    radio.checked = value === current;
    radio.addEventListener("change", () => act(value));
    label.append(radio, text);
    group.append(label);
  }
  document.querySelector("nav").prepend(group);
};
if (playerCounts.length > 1) addSwitch("Players", "players", ["", ...playerCounts].map((count) => [count, count || "all"]), "", choosePlayers);

// Tables: a click on a heading sorts, a long table can be filtered, and each can be copied or saved as CSV.
const textOf = (cell) => cell.textContent.trim();
// The first number in a text; not-a-number if it has none.
const numberIn = (text) => {
  const number = /[-\u2212+]?\d[\d,]*(?:\.\d+)?/.exec(text);
  return number ? Number(number[0].replaceAll(",", "").replace("\u2212", "-")) : Number.NaN;
};
const sortBy = (table, column, heading) => {
  const isUp = heading.getAttribute("aria-sort") === "descending";
  for (const th of table.tHead.rows[0].cells) th.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", isUp ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows].map((row) => [row, textOf(row.cells[column])]);
  const areNumbers = rows.every(([, text]) => text === "" || text === "\u2013" || !Number.isNaN(numberIn(text)));
  const order = ([, a], [, b]) => areNumbers ? (numberIn(a) || 0) - (numberIn(b) || 0) : a.localeCompare(b, "en", { numeric: true });
  rows.sort(order);
  if (!isUp) rows.reverse();
  table.tBodies[0].append(...rows.map(([row]) => row));
};
const rowsOf = (table) => [...table.rows].filter((row) => !row.hidden).map((row) => [...row.cells].filter((cell) => !cell.hidden).map(textOf));
const quoted = (text) => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
const asCsv = (table) => rowsOf(table).map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
// A table with more rows can be filtered.
const LONG = 12;
const equipTables = (root) => root.querySelectorAll(".scroll").forEach((box) => {
  const table = box.querySelector("table");
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    if (!textOf(heading)) return;
    const text = textOf(heading);
    // No button element: headings with one are not repeated on the pages of a printed table.
    const sorter = make("span", { role: "button", tabindex: "0", "aria-label": `${text}, sort` });
    sorter.append(...heading.childNodes);
    sorter.addEventListener("click", () => sortBy(table, column, heading));
    sorter.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      sortBy(table, column, heading);
    });
    heading.append(sorter);
  });
  const tools = make("p", { class: "tools" });
  if (table.tBodies[0].rows.length > LONG) {
    const filter = make("input", { type: "search", placeholder: "Filter rows", "aria-label": "Filter rows" });
    filter.addEventListener("input", () => {
      const words = filter.value.toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(words);
    });
    tools.append(filter);
  }
  const copy = (copier) => navigator.clipboard.writeText(rowsOf(table).map((row) => row.join("\t")).join("\n"))
    .then(() => { copier.textContent = "Copied"; }, () => { copier.textContent = "The browser allows no copying"; });
  tools.append(button("Copy", copy, "Copy table"));
  tools.append(button("CSV", () => saveAs(asCsv(table), "text/csv", fileName(box.closest("figure") ?? box, ".csv")), "Table as CSV"));
  box.after(tools);
});

// Figures: saved as SVG or PNG, in the colours in which they are seen.
const svgText = (svg) => {
  const style = getComputedStyle(svg);
  const serializer = new XMLSerializer();
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const withColours = serializer.serializeToString(svg).replace(/var\(--([\w-]+)\)/g, (_, name) => colour(name));
  const { width, height } = svg.viewBox.baseVal;
  // Pictures beside names have a style and symbols of the page.
  const shared = svg.querySelector(".rajas-table") ? [...document.querySelectorAll("#drawing-style, .symbols defs")] : [];
  const colours = ["ink", "muted", "grid", "band", "card", "s1", "s2", "s3", "s4", "s5", "s6"].map((name) => `--${name}:${colour(name)}`);
  const root = `<svg width="${width}pt" height="${height}pt" style="${colours.join(";")};background:${colour("card")};font-family:sans-serif"`;
  return withColours.replace("<svg", root).replace(/(<svg[^>]*>)/, `$1${shared.map((part) => serializer.serializeToString(part)).join("")}`);
};
const savePng = (svg, name) => {
  const picture = new Image();
  picture.onload = () => {
    const canvas = make("canvas");
    const { width, height } = svg.viewBox.baseVal;
    [canvas.width, canvas.height] = [4 * width, 4 * height];
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => saveAs(blob, "image/png", name));
  };
  picture.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svgText(svg));
};
const equipFigures = (root) => root.querySelectorAll("figure").forEach((figure) => {
  const svg = figure.querySelector("svg");
  const tools = make("p", { class: "tools" });
  const title = figure.querySelector("h3")?.textContent ?? "";
  tools.append(button("SVG", () => saveAs(svgText(svg), "image/svg+xml", fileName(figure, ".svg")), `Figure as SVG, ${title}`));
  tools.append(button("PNG", () => savePng(svg, fileName(figure, ".png")), `Figure as PNG, ${title}`));
  [...figure.querySelectorAll(":scope > svg, :scope > figcaption")].at(-1).after(tools);
});

// Values: a tip beside a point of a figure, under the pointer or reached with the arrow keys, shows its value; null hides the tip.
const tip = make("div", { class: "tip", role: "status" });
tip.hidden = true;
document.body.append(tip);
const showTip = (value) => {
  document.querySelector(".value.pointed")?.classList.remove("pointed");
  tip.hidden = value === null;
  if (value === null) return;
  value.classList.add("pointed");
  tip.textContent = value.dataset.value;
  const around = value.getBoundingClientRect();
  const left = Math.min(around.x + around.width / 2 - tip.offsetWidth / 2, document.documentElement.clientWidth - tip.offsetWidth - 4);
  const above = around.y - tip.offsetHeight - 6;
  tip.style.left = `${Math.max(4, left) + scrollX}px`;
  tip.style.top = `${(above > 0 ? above : around.bottom + 6) + scrollY}px`;
};
const equipValues = (root) => root.querySelectorAll("figure svg").forEach((svg) => {
  const values = [...svg.querySelectorAll(".value")];
  if (!values.length) return;
  let at = -1;
  svg.setAttribute("tabindex", "0");
  for (const value of values) {
    const title = value.querySelector("title");
    value.dataset.value = title.textContent;
    title.remove();
    value.addEventListener("pointerenter", () => showTip(value));
    value.addEventListener("pointerleave", () => showTip(null));
  }
  svg.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") showTip(null);
    if (step === undefined) return;
    event.preventDefault();
    at = at < 0 && step < 0 ? values.length - 1 : (at + step + values.length) % values.length;
    showTip(values[at]);
  });
  svg.addEventListener("blur", () => { at = -1; showTip(null); });
});

// Words: the first time that a section uses a word of the glossary, the word has a tip with its meaning.
const meanings = new Map([...document.querySelectorAll("#words dt")].map((dt) => [dt.textContent, dt.nextElementSibling.textContent]));
const anyWord = new RegExp(`\\b(${[...meanings.keys()].sort((a, b) => b.length - a.length).join("|")})(s?)\\b`);
const markWords = (text, markedWords) => {
  const match = meanings.size ? anyWord.exec(text.data) : null;
  if (!match) return;
  const matchText = text.splitText(match.index);
  const textAfter = matchText.splitText(match[0].length);
  if (!markedWords.has(match[1])) {
    markedWords.add(match[1]);
    const word = make("span", { class: "word", tabindex: "0", "data-value": meanings.get(match[1]) }, match[0]);
    for (const event of ["pointerenter", "focus"]) word.addEventListener(event, () => showTip(word));
    for (const event of ["pointerleave", "blur"]) word.addEventListener(event, () => showTip(null));
    matchText.replaceWith(word);
  }
  markWords(textAfter, markedWords);
};
const equipWords = (root) => root.querySelectorAll("section:not(#words)").forEach((section) => {
  const markedWords = new Set();
  for (const paragraph of section.querySelectorAll("p, figcaption, dd")) {
    const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement.matches(".number, :is(a, button, code, .tools, .badge), :is(a, button, code, .tools, .badge) *")) texts.push(walker.currentNode);
    for (const text of texts) markWords(text, markedWords);
  }
});

// Games: a number opens the page of its game over this one. The pages are packed as `showing/replay/packed.py` says.
const inflated = (packed) => {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
};
// Number of a game -> a function that unpacks its page.
const pageByGame = new Map();
for (const pack of document.querySelectorAll("script.games")) {
  pack.dataset.numbers.split(" ").forEach((number, i) => pageByGame.set(number, async () => {
    const { shared, pages } = JSON.parse(await inflated(pack.textContent));
    let index = 0;
    return pages[i].map((line) => typeof line === "number" ? shared[index += line] : line).join("\n");
  }));
}
const openGame = async (number) => {
  const page = await pageByGame.get(number)();
  if (document.querySelector("dialog.game")) return;
  const dialog = make("dialog", { class: "game", "aria-label": `Game ${number}` });
  const frame = make("iframe", { title: `Game ${number}` });
  frame.addEventListener("load", () => {
    frame.contentWindow.focus();
    frame.contentDocument.addEventListener("keydown", (event) => { if (event.key === "Escape") dialog.close(); });
  });
  dialog.append(button("\u2715", () => dialog.close(), "Close the game"), frame);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  // The page measures what it shows, so it must be seen by then.
  dialog.showModal();
  frame.srcdoc = page;
};
const equipGames = (root) => root.querySelectorAll("#games td").forEach((cell) => {
  const number = textOf(cell);
  if (!("DecompressionStream" in window) || !pageByGame.has(number)) return;
  cell.replaceChildren(button(number, () => openGame(number), `Open game ${number}`));
  cell.firstChild.className = "open";
});

// All of this is done for the page, and later for each view that replaces a part of it.
const equip = (root) => [equipTables, equipFigures, equipValues, equipWords, equipGames].forEach((equipPart) => equipPart(root));
equip(document);

// Other rule sets or line-ups: the sections that describe games are unpacked when they are asked for.
const views = [...document.querySelectorAll("script.view")];
const described = document.getElementById("described");
// Name of a view -> its sections, for the views that were shown already.
const partByView = new Map();
const unpacked = async (view) => {
  const part = make("div");
  part.innerHTML = await inflated(view.textContent);
  equip(part);
  return part;
};
let wantedView = "";
const showView = async (name) => {
  wantedView = name;
  const view = views.find((view) => view.dataset.name === name);
  if (!partByView.has(name)) partByView.set(name, await unpacked(view));
  if (name !== wantedView) return;
  described.replaceChildren(partByView.get(name));
  for (const [id, link] of links) link.hidden = document.getElementById(id) === null;
  choosePlayers(chosenPlayers);
  markCurrentSection();
};
if (views.length && "DecompressionStream" in window) {
  const first = views.find((view) => view.textContent === "").dataset.name;
  const part = make("div");
  part.append(...described.childNodes);
  described.append(part);
  partByView.set(first, part);
  addSwitch(`${views[0].dataset.kind} described`, "view", views.map((view) => [view.dataset.name, view.dataset.name]), first, showView);
}
