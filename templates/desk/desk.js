"use strict";
// Sends forms so that a refusal leaves what was written, checks it while it is written, and follows
// work under way. Without it every page works.
document.addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter;
  if (form.method !== "post") return;
  event.preventDefault();
  const tell = (why) => {
    const said = form.querySelector("[data-why]") || form.appendChild(document.createElement("pre"));
    said.dataset.why = "";
    said.setAttribute("role", "alert");
    said.textContent = why;
    said.scrollIntoView({ block: "nearest" });
  };
  const body = new URLSearchParams(new FormData(form, button));
  button.disabled = true;
  try {
    const got = await fetch(button.hasAttribute("formaction") ? button.formAction : form.action,
      { method: "POST", headers: { Accept: "application/json" }, body });
    const { go, why } = await got.json();
    if (!go) return tell(why);
    const to = new URL(go, location);
    const here = to.pathname + to.search === location.pathname + location.search;
    location.assign(to);
    if (here) location.reload();
  } catch {
    tell("The desk does not answer. What you wrote is still here. If pbm desk has ended, begin it again: your act is whole or was not done, and the page shows which.");
  } finally {
    button.disabled = false;
  }
});
for (const form of document.querySelectorAll("form[data-check]")) {
  const said = form.querySelector("[data-said]");
  let waiting = 0, number = 0;
  const check = async () => {
    const mine = ++number;
    try {
      const got = await fetch(form.dataset.check, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(Object.fromEntries(new FormData(form))),
      });
      const text = got.ok ? (await got.json()).text : "The desk refused to check this. Load the page again.";
      if (mine === number) said.textContent = text;
    } catch {
      if (mine === number) said.textContent = "The desk does not answer. Keep what you wrote, and begin pbm desk again.";
    }
  };
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(check, 150);
  });
}
// The desk plays a turn again before its first number is asked for.
for (const one of document.querySelectorAll("a[data-ahead]"))
  for (const path of [one.href, one.dataset.ahead]) fetch(path).catch(() => {});
const work = document.querySelector("[data-work]");
if (work) {
  const bar = work.querySelector("progress"), what = work.querySelector("[data-what]");
  const look = async () => {
    try {
      const now = await (await fetch(work.dataset.work)).json();
      if (now.done) return location.reload();
      what.textContent = now.what;
      if (now.total) {
        bar.max = now.total;
        bar.value = now.steps;
      }
    } catch {
      what.textContent = "The desk does not answer. If pbm desk has ended, begin it again: this is whole or was not done.";
    }
    setTimeout(look, 400);
  };
  look();
}
