"use strict";
const at = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

const percent = (share) => `${Math.round(100 * share)}\u202f%`;
const minus = (text) => text.replace(/(^|[\s=(])-(?=\d)/g, "$1\u2212");

function svgElement(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The name of each seat becomes a button that shows its panel large.
function enlargeable(panels, title, enlarge) {
  for (const panel of panels) {
    const name = panel.querySelector(".name");
    const button = element("button", "", "name");
    button.append(...name.childNodes);
    button.type = "button";
    button.title = title;
    name.replaceWith(button);
    panel.addEventListener("click", () => enlarge(Number(panel.dataset.seat)));
  }
}

// What is folded out folds in with Escape, or a click elsewhere.
const closePops = () => all(".pop[open]").forEach((pop) => { pop.open = false; });
document.addEventListener("click", (event) => { for (const pop of all(".pop[open]")) if (!pop.contains(event.target)) pop.open = false; });

function element(name, content, className) {
  const made = document.createElement(name);
  made.textContent = content;
  if (className) made.className = className;
  return made;
}

// The drawing of a position, part by part; what changed is outlined, and arrows show what went where.
// A row says what each part shows; contentOf gives the SVG, or the words, for what stands in it.
function drawnTable(contentOf) {
  const parts = all("[data-part]");
  const alts = all("[data-alt]");
  const drawn = new Map();

  const box = (shape) => {
    const { left, top, width, height } = shape.getBoundingClientRect();
    const origin = at("table").getBoundingClientRect();
    return { left: left - origin.left, top: top - origin.top, right: left - origin.left + width, bottom: top - origin.top + height };
  };
  const isSeen = ({ left, top, right, bottom }) => right - left > 0 && bottom - top > 0;
  const nameOf = (mover) => `${mover.closest("[data-panel]").dataset.panel} ${mover.dataset.mover}`;

  // What of a part was not there before.
  function newShapes(part, before) {
    const old = document.createElementNS(at("overlay").namespaceURI, "g");
    old.innerHTML = before;
    return differing(part, old);
  }

  // Dice lie side by side in an order that means nothing: those of a colour that show the same are the same, wherever they lie.
  const lookOf = (shape) => (shape.matches("use[href^='#rt-d']") ? `${shape.getAttribute("href")} ${shape.getAttribute("class")}` : shape.outerHTML);

  const without = (shapes, others) => {
    const known = new Map();
    for (const shape of others) known.set(lookOf(shape), (known.get(lookOf(shape)) || 0) + 1);
    return shapes.filter((shape) => {
      const n = known.get(lookOf(shape)) || 0;
      known.set(lookOf(shape), n - 1);
      return shape.tagName !== "title" && n <= 0;
    });
  };

  // What lies among the same things as before has not moved if these were only put in order.
  const inOrder = (content) => content.replace(/(data-among="[^"]*"><g) transform="[^"]*"/g, "$1");

  // Of a group those shapes that are new, in groups that took the place of others too; else all of it.
  function differing(group, old) {
    const [shapes, oldShapes] = [[...group.children], [...old.children]];
    const [added, gone] = [without(shapes, oldShapes), without(oldShapes, shapes)];
    if (!added.length) return [group];
    const isGroup = (shape) => ["g", "svg"].includes(shape.tagName) && shape.children.length > 0;
    if (added.length !== gone.length) return added;
    return added.flatMap((shape, i) => (isGroup(shape) && isGroup(gone[i]) ? differing(shape, gone[i]) : [shape]));
  }

  // Boxes that overlap by more than a line become one, so that nothing is outlined twice.
  function merged(boxes) {
    const result = [];
    for (let next of boxes) {
      for (let i = 0; i < result.length; i += 1) {
        const other = result[i];
        if (next.left < other.right - 1 && other.left < next.right - 1 && next.top < other.bottom - 1 && other.top < next.bottom - 1) {
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

  const middle = ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2];

  function arrow([x1, y1], [x2, y2]) {
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [x, y] = [x2 - dx * 9, y2 - dy * 9];
    // A slight bend shows both ends of arrows that go along a row.
    const bend = Math.min(length / 6, 24);
    const curve = `M${x1} ${y1}Q${(x1 + x2) / 2 + dy * bend} ${(y1 + y2) / 2 - dx * bend} ${x} ${y}`;
    const head = `M${x2} ${y2}L${x - dy * 6} ${y + dx * 6}L${x + dy * 6} ${y - dx * 6}Z`;
    return [svgElement("path", { d: curve }), svgElement("path", { d: head, class: "head" })];
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
        part.innerHTML = contentOf(number);
        if (!isFirst && inOrder(before) !== inOrder(part.innerHTML)) changed.push([part, before]);
        drawn.set(part, number);
      }
    }
    moved = isFirst ? [] : all("[data-mover]").filter((mover) => changed.some(([part]) => part.contains(mover)));
    for (const panel of alts) panel.setAttribute("aria-label", contentOf(row[panel.dataset.alt]));
    at("as-text").replaceChildren(...alts.map((panel) => element("li", contentOf(row[panel.dataset.alt]))));
  }

  // What changed is outlined until the next step, or what it belongs to; what went from one place to another has an arrow.
  function mark(wholeOf = (shape) => shape, room = 2) {
    const withRoom = ({ left, top, right, bottom }) => ({ left: left - room, top: top - room, right: right + room, bottom: bottom + room });
    const boxes = changed.flatMap(([part, before]) => newShapes(part, before)).map(wholeOf).map(box).filter(isSeen).map(withRoom);
    const arrows = [];
    for (const mover of moved) {
      const origin = mover.dataset.origin && all(`[data-place="${mover.dataset.origin}"]`)[0];
      const earlier = places.get(nameOf(mover));
      const from = earlier ? pointAt(earlier, mover.ownerSVGElement) : origin && middle(box(origin));
      const to = middle(box(mover));
      if (from && Math.hypot(to[0] - from[0], to[1] - from[1]) > SHORTEST_ARROW) arrows.push([from, to]);
    }
    const outlines = merged(boxes).map(({ left, top, right, bottom }) => svgElement("rect", { x: left, y: top, width: right - left, height: bottom - top }));
    at("overlay").replaceChildren(...outlines, ...(arrows.length > MOST_ARROWS ? [] : arrows.flatMap((ends_) => arrow(...ends_))));
  }

  function unmark() {
    changed = [];
    moved = [];
    at("overlay").replaceChildren();
  }

  return { draw, mark, unmark };
}
