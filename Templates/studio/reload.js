// @ts-check
// Keeps a previewed page true: reloads it when the site was built anew, and lays the complaints over it when it was not.

const built = document.currentScript?.dataset.build;
const overlay = document.createElement("dialog");
const text = document.createElement("pre");

// Styled here and not by a sheet, so that the page's own rules and its Content-Security-Policy stay as they are released.
Object.assign(overlay.style, {
  margin: "auto", outline: "none", maxWidth: "min(60rem, 92vw)", maxHeight: "80vh", overflow: "auto", padding: "16px 20px", borderRadius: "12px",
  border: "2px solid #c62828", background: "#1c1c1e", color: "#f5f5f7", textAlign: "start",
});
Object.assign(text.style, { margin: "0", whiteSpace: "pre-wrap", font: "13px/1.5 ui-monospace, monospace" });
overlay.id = "latchkey-problems";
overlay.setAttribute("aria-label", "Problems");
overlay.append(text);

/** @param {MessageEvent<string>} event */
function hear(event) {
  /** @type {{ build: string, problems: string }} */
  const news = JSON.parse(event.data);
  if (news.problems) {
    text.textContent = news.problems;
    if (!overlay.isConnected) document.body.append(overlay);
    if (!overlay.open) overlay.showModal();
  } else if (news.build !== built) {
    location.reload();
  } else {
    overlay.close();
    overlay.remove();
  }
}

const events = new EventSource("/_preview/events");
events.addEventListener("message", hear);
// A page in the middle of its flow must not be taken away by the mail that it asked for.
if (document.querySelector("[data-inbox]")) events.addEventListener("mail", () => location.reload());
