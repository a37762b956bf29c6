// The page for unknown addresses: removes a link's parameters from the URL, and the links to the URL itself. The first of the
// other links becomes the main action.

// Some email programs encode the `?` before a link's parameters.
history.replaceState(null, "", location.pathname.split(/%3f|[=&;]/i)[0]);

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.action")))
  if (link.pathname === location.pathname && link.host === location.host) link.parentElement?.remove();
document.querySelector("a.action")?.classList.add("main");
