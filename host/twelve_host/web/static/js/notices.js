// Job: say what went wrong, in words, where it is seen and heard, and let it be put away.

import { el, find } from "./dom.js";

const SHOWN_MS = 9000;

// Show a sentence; `kind` is "error" or "note".
export function notify(sentence, kind = "error") {
  const box = find("#notices");
  for (const old of box.children) if (old.dataset.words === sentence) old.remove();
  const close = el("button", {
    type: "button",
    class: "quiet",
    "aria-label": "Put this notice away",
    text: "×",
  });
  const mark = el("span", {
    class: "mark",
    "aria-hidden": "true",
    text: kind === "error" ? "!" : "i",
  });
  const notice = el(
    "div",
    { class: `notice ${kind}`, "data-words": sentence },
    mark,
    el("p", { text: sentence }),
    close,
  );
  close.addEventListener("click", () => notice.remove());
  box.append(notice);
  while (box.children.length > 3) box.firstElementChild.remove();
  setTimeout(() => notice.contains(document.activeElement) || notice.remove(), SHOWN_MS);
}
