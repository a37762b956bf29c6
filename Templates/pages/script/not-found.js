// The page for unknown addresses is the response to all of them: removes the links that lead to its own address. The first
// of the others is the main action. A link's parameters may be in the address.

// Some mail programs encode the `?` before them.
history.replaceState(null, "", location.pathname.split(/%3f|[=&;]/i)[0]);

for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.action")))
  if (way.pathname === location.pathname && way.host === location.host) way.parentElement?.remove();
document.querySelector("a.action")?.classList.add("main");
