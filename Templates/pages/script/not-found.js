// The page for unknown addresses is the response to all of them: removes the links that lead to its own address.

for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.action")))
  if (way.pathname === location.pathname && way.host === location.host) way.parentElement?.remove();
