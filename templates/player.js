(() => {
"use strict";
/* Steps through the pictures of a turn or a battle. It reads what is on the page and nothing
   else: figures in .play, their units (data-u, data-way), their fire (data-e), and the sentences
   of the story and the rows of its shots (li, tr: data-e, data-u). */
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const make = (name, marks, ...inside) => {
  const one = document.createElement(name);
  for (const [key, value] of Object.entries(marks)) one.setAttribute(key, value);
  one.append(...inside);
  return one;
};
const words = (one, key) => (one.dataset[key] || "").split(" ").filter(Boolean);
const between = (least, number, most) => Math.max(least, Math.min(number, most));

const LEAST_PIXELS = 10; // smaller letters are not shown until one zooms in
const sizes = (texts) => [...texts].map((one) => Number(one.getAttribute("font-size")));
/* Pixels of the screen for a unit of a picture that shows so much. */
const scale_of = (picture, width, height) => {
  const room = picture.getBoundingClientRect();
  return Math.min(room.width / width, room.height / height);
};
/* The middle of a figure's frame, or else of its moves and fire, in parts of the picture. */
function focus_of(figure) {
  const picture = figure.querySelector("svg");
  const [left, top, width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
  let frames = [(figure.dataset.look || "").split(" ").map(Number)].filter((one) => one.length === 4);
  if (!frames.length) frames = [...picture.querySelectorAll(".shot, .way, .gone")].map((one) => one.getBBox())
    .map((one) => [one.x, one.y, one.width, one.height]);
  if (!frames.length) return [0.5, 0.5];
  const low = (n) => Math.min(...frames.map((one) => one[n])), high = (n) => Math.max(...frames.map((one) => one[n] + one[n + 2]));
  return [((low(0) + high(0)) / 2 - left) / width, ((low(1) + high(1)) / 2 - top) / height].map((one) => between(0, one, 1));
}

/* What is folded away is not measured before it is shown. */
for (const box of document.querySelectorAll(".play")) {
  const fold = box.closest("details.part");
  if (fold) fold.addEventListener("toggle", () => begin(box), { once: true });
  else begin(box);
}
/* A link into a folded part unfolds it. */
const unfold = () => {
  const one = document.getElementById(location.hash.slice(1));
  const fold = one && one.closest("details.part:not([open])");
  if (!fold) return;
  fold.open = true;
  one.scrollIntoView();
};
addEventListener("hashchange", unfold);
unfold();

function begin(box) {
  const figures = [...box.querySelectorAll("figure")];
  if (!figures.length) return;
  /* What a picture shares with another it gets for itself: its words come and go by themselves. */
  for (const use of box.querySelectorAll("svg use")) {
    const copy = document.querySelector(use.getAttribute("href")).cloneNode(true);
    copy.removeAttribute("id");
    use.replaceWith(copy);
  }
  const pictures = figures.map((one) => one.querySelector("svg"));
  const boxes = pictures.map((one) => one.getAttribute("viewBox").split(" ").map(Number));
  const name = box.dataset.name || "The turn";
  /* The figure's own frame, or what happens in it, is where one looks first and zooms to. */
  const focus = figures.map(focus_of);
  const letters = pictures.map((one) => Math.max(0, ...sizes(one.querySelectorAll(".names text"))));
  let at = 0, timer = 0, pinned = null, moving = 0;
  let view = null;

  const button = (sign, title, does) => {
    const one = make("button", { type: "button", title, "aria-label": title }, sign);
    one.addEventListener("click", does);
    return one;
  };
  const back = button("\u2039", "Step back", () => go(at - 1));
  const on = button("\u203a", "Step on", () => go(at + 1, true));
  const play = button("Play", "Play the steps", () => (timer ? stop() : start()));
  const slider = make("input", { type: "range", min: 0, max: figures.length - 1,
    "aria-label": `${name}: step` });
  slider.addEventListener("input", () => go(Number(slider.value)));
  const said = make("output", { "aria-live": "polite" });
  const near = button("+", "Zoom in", nearer);
  const far = button("\u2212", "Zoom out", () => zoom(1 / 1.5));
  const whole = button("All", "Show all of the picture", () => zoom(1 / 99));
  const steps = figures.length > 1 ? [back, play, on, slider] : [];
  const bar = make("div", { class: "bar", role: "group", "aria-label": name }, make("div", { class: "tools" }, ...steps, near, far, whole), said);
  const stage = make("div", { class: "stage", tabindex: 0, role: "group",
    "aria-label": `${name}: picture. Arrow keys move it, plus and minus zoom, 0 shows all, square brackets step.` });
  const tip = make("div", { class: "tip", hidden: "" });
  const events = make("div", { class: "events", role: "region", tabindex: 0, "aria-label": `${name}: what happened in this step` });
  stage.append(...figures);
  /* A thin line is hard to hit: it gets a wide one that nobody sees. */
  for (const line of stage.querySelectorAll(".shot path:first-child")) {
    const reach = line.cloneNode();
    reach.setAttribute("class", "reach");
    line.parentNode.append(reach);
  }
  const rest = [...box.childNodes];
  box.append(bar, stage, tip, events, ...rest);
  box.classList.add("on");

  /* --- which step ------------------------------------------------------------------------ */

  function go(number, lively) {
    stop(true);
    show(number, lively);
  }
  function show(number, lively) {
    at = between(0, number, figures.length - 1);
    figures.forEach((one, place) => one.classList.toggle("off", place !== at));
    slider.value = at;
    back.disabled = at === 0;
    on.disabled = at === figures.length - 1;
    const title = figures[at].querySelector("figcaption").textContent.trim();
    slider.setAttribute("aria-valuetext", title);
    said.textContent = figures.length > 1 ? `Step ${at + 1} of ${figures.length}: ${title}` : "";
    tell(figures[at]);
    pin(null);
    look();
    return lively && !calm.matches ? animate(pictures[at]) : 0;
  }
  function start() {
    play.textContent = "Stop";
    if (at === 0 || at === figures.length - 1) at = -1;
    const next = () => {
      const length = show(at + 1, true);
      if (at < figures.length - 1) timer = setTimeout(next, Math.max(length, 900) + 1100);
      else stop();
    };
    next();
  }
  function stop() {
    clearTimeout(timer);
    timer = 0;
    play.textContent = "Play";
  }

  /* --- its text -------------------------------------------------------------------------- */

  function tell(figure) {
    const from = document.getElementById(figure.dataset.from || "");
    events.replaceChildren(...(from ? [from.cloneNode(true)] : []));
    for (const one of events.querySelectorAll("[id]")) one.removeAttribute("id");
    for (const one of events.querySelectorAll("details.all")) one.open = true;
    events.hidden = !from;
    events.scrollTop = 0;
  }
  const told = (keys, of) => [...events.querySelectorAll("li, tr")].filter((one) => words(one, of).some((key) => keys.includes(key)));
  /* A row of a table as an item: its sentence and its reasons. */
  const asItem = (one) => {
    if (!one.dataset.text) return one.cloneNode(true);
    const item = make("li", { "data-e": one.dataset.e }, one.dataset.text);
    for (const why of one.querySelectorAll("details")) item.append(" ", why.cloneNode(true));
    return item;
  };
  function mark(keys) {
    for (const one of pictures[at].querySelectorAll("[data-e]")) one.classList.toggle("hot", words(one, "e").some((key) => keys.includes(key)));
  }
  function pin(one, fast) {
    pinned = fast ? one : null;
    for (const old of box.querySelectorAll(".hot")) old.classList.remove("hot");
    if (!one) { tip.hidden = true; return; }
    const fire = one.closest("[data-e]"), unit = one.closest("[data-u]");
    const items = fire ? told(words(fire, "e"), "e") : unit ? told(words(unit, "u"), "u") : [];
    if (fire) mark(words(fire, "e"));
    if (!items.length) { tip.hidden = true; return; }
    items.forEach((item) => item.classList.add("hot"));
    const list = make("ul", { class: "story" }, ...items.slice(0, 8).map(asItem));
    for (const why of list.querySelectorAll("details")) why.open = true;
    for (const one of list.children) one.classList.remove("hot");
    if (items.length > 8) list.append(make("li", {}, `and ${items.length - 8} more below`));
    tip.replaceChildren(list);
    tip.hidden = false;
    if (fast) events.scrollTop = items[0].offsetTop - events.offsetTop;
  }
  const subject = (target) => (target.closest ? target.closest(".stage svg [data-e], .stage svg [data-u]") : null);
  let under = null;
  const over = (one) => {
    if (one === under) return;
    under = one;
    if (!pinned) pin(one);
  };
  stage.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !hands.size) over(subject(event.target));
  });
  stage.addEventListener("pointerleave", () => over(null));
  /* The sentence last pointed at or given the focus shows its fire. What scrolls under a pointer
     that rests is not pointed at, so no pointerover. */
  let pointed = null;
  const item = (one) => (one && one.closest ? one.closest("li[data-e], tr[data-e]") : null);
  const follow = () => {
    const told = pointed || (events.contains(document.activeElement) ? item(document.activeElement) : null);
    mark(told ? words(told, "e") : []);
  };
  for (const kind of ["pointermove", "click"]) events.addEventListener(kind, (event) => { pointed = item(event.target); follow(); });
  events.addEventListener("pointerleave", () => { pointed = null; follow(); });
  for (const kind of ["focusin", "focusout"]) events.addEventListener(kind, () => { pointed = null; follow(); });
  box.addEventListener("keydown", (event) => { if (event.key === "Escape") pin(null); });

  /* --- how it is looked at --------------------------------------------------------------- */

  /* First of all: so large that names can be read, with the focus in the middle. */
  function first_look() {
    const far_off = scale() * letters[at];
    const by = far_off ? between(1, LEAST_PIXELS / far_off, 12) : 1;
    view = { x: 0.5, y: 0.5, zoom: by };
    if (by > 1) [view.x, view.y] = focus[at];
  }
  const scale = () => scale_of(pictures[at], boxes[at][2], boxes[at][3]);
  /* From the whole picture one zooms to the focus, from a part of it to its middle. */
  function nearer() {
    if (view.zoom <= 1) [view.x, view.y] = focus[at];
    zoom(1.5);
  }
  function look() {
    pictures[at].style.aspectRatio = boxes[at].slice(2).join(" / ");
    if (!view) first_look();
    const edge = 0.5 / view.zoom;
    view.x = between(edge, view.x, 1 - edge);
    view.y = between(edge, view.y, 1 - edge);
    const [left, top, width, height] = boxes[at], picture = pictures[at];
    picture.setAttribute("viewBox", [left + (view.x - edge) * width, top + (view.y - edge) * height,
      width / view.zoom, height / view.zoom].map((one) => Math.round(one * 10) / 10).join(" "));
    const least = LEAST_PIXELS / (scale_of(picture, width / view.zoom, height / view.zoom)) - 0.05;
    for (const one of picture.querySelectorAll("text")) {
      const small = Number(one.getAttribute("font-size")) < least;
      one.classList.toggle("small", small);
      const ground = one.previousElementSibling;
      if (ground && ground.tagName === "rect") ground.classList.toggle("small", small);
    }
    stage.classList.toggle("near", view.zoom > 1);
    far.disabled = whole.disabled = view.zoom <= 1;
  }
  /* Zooms around a point, given in parts of the picture on the screen. */
  function zoom(by, x = 0.5, y = 0.5) {
    const to = between(1, view.zoom * by, 12);
    view.x += (x - 0.5) * (1 / view.zoom - 1 / to);
    view.y += (y - 0.5) * (1 / view.zoom - 1 / to);
    view.zoom = to;
    look();
  }
  const part = (event) => {
    const room = pictures[at].getBoundingClientRect();
    return [(event.clientX - room.left) / room.width, (event.clientY - room.top) / room.height, room];
  };
  stage.addEventListener("wheel", (event) => {
    const inward = event.deltaY < 0;
    /* The page scrolls on until the picture was chosen by a click or a key. */
    if (!event.ctrlKey && !stage.contains(document.activeElement)) return;
    if (!inward && view.zoom <= 1 && !event.ctrlKey) return;
    event.preventDefault();
    const [x, y] = part(event);
    zoom(inward ? 1.2 : 1 / 1.2, x, y);
  }, { passive: false });
  const keys = {
    ArrowLeft: () => { view.x -= 0.15 / view.zoom; look(); }, ArrowRight: () => { view.x += 0.15 / view.zoom; look(); },
    ArrowUp: () => { view.y -= 0.15 / view.zoom; look(); }, ArrowDown: () => { view.y += 0.15 / view.zoom; look(); },
    "+": nearer, "=": nearer, "-": () => zoom(1 / 1.5), 0: () => zoom(1 / 99),
    "[": () => go(at - 1), "]": () => go(at + 1, true),
  };
  stage.addEventListener("keydown", (event) => {
    const does = keys[event.key];
    if (!does || event.ctrlKey || event.altKey || event.metaKey) return;
    /* Of a picture that is seen whole the arrows leave the page its own. */
    if (event.key.startsWith("Arrow") && view.zoom <= 1) return;
    event.preventDefault();
    does();
  });
  const hands = new Map();
  let drawn = 0, apart = 0;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    hands.set(event.pointerId, event);
    drawn = 0;
    apart = 0;
  });
  stage.addEventListener("pointermove", (event) => {
    const before = hands.get(event.pointerId);
    if (!before) return;
    const [, , room] = part(event);
    hands.set(event.pointerId, event);
    if (hands.size === 1) {
      const dx = event.clientX - before.clientX, dy = event.clientY - before.clientY;
      drawn += Math.abs(dx) + Math.abs(dy);
      if (drawn < 5 || view.zoom <= 1) return;
      if (!stage.hasPointerCapture(event.pointerId)) stage.setPointerCapture(event.pointerId);
      view.x -= dx / room.width / view.zoom;
      view.y -= dy / room.height / view.zoom;
      look();
    } else {
      const [one, other] = [...hands.values()];
      const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      drawn = 99;
      if (apart) zoom(now / apart, ((one.clientX + other.clientX) / 2 - room.left) / room.width,
        ((one.clientY + other.clientY) / 2 - room.top) / room.height);
      apart = now;
    }
  });
  const let_go = (event) => {
    if (event.type === "pointerup" && hands.has(event.pointerId) && drawn < 5) pin(subject(event.target), true);
    hands.delete(event.pointerId);
    apart = 0;
  };
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, let_go);

  /* --- ships move, fire is drawn --------------------------------------------------------- */

  function animate(picture) {
    const units = [...picture.querySelectorAll("[data-way]")].map(travel);
    const length = units.length ? between(700, 220 * Math.max(...units.map((one) => one.legs)), 2200) : 0;
    if (length) {
      const began = performance.now(), mine = ++moving;
      picture.classList.add("moving");
      const frame = (now) => {
        const done = moving === mine ? between(0, (now - began) / length, 1) : 1;
        units.forEach((one) => one.put(done));
        if (done < 1) requestAnimationFrame(frame);
        else picture.classList.remove("moving");
      };
      frame(began);
    }
    const fire = [...picture.querySelectorAll(".shot, .did, .gone")];
    const apiece = Math.min(160, 2400 / Math.max(fire.length, 1));
    fire.forEach((one, place) => one.animate([{ opacity: 0 }, { opacity: 1 }],
      { duration: 260, delay: length + place * apiece, fill: "backwards" }));
    return length + fire.length * apiece;
  }
  function travel(unit) {
    const home = unit.dataset.home || (unit.dataset.home = unit.getAttribute("transform"));
    const [, x, y, rest] = home.match(/translate\(([-\d.]+) ([-\d.]+)\)(.*)/);
    const way = unit.dataset.way.split(" ").map((one) => one.split(",").map(Number));
    const [endX, endY] = way[way.length - 1], off = [x - endX, y - endY];
    const mark = unit.querySelector("[transform^=rotate]");
    const turn = mark && (mark.dataset.home || (mark.dataset.home = mark.getAttribute("transform")));
    const put = (done) => {
      if (done >= 1) {
        unit.setAttribute("transform", home);
        if (mark) mark.setAttribute("transform", turn);
        return;
      }
      const place = done * (way.length - 1), leg = Math.floor(place), part = place - leg;
      const [a, b] = [way[leg], way[leg + 1]];
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      unit.setAttribute("transform", `translate(${a[0] + dx * part + off[0]} ${a[1] + dy * part + off[1]})${rest}`);
      if (mark && (dx || dy)) mark.setAttribute("transform", `rotate(${Math.round(Math.atan2(dx, -dy) * 180 / Math.PI)})`);
    };
    return { legs: way.length - 1, put };
  }

  addEventListener("resize", look);
  show(at);
}
})();
