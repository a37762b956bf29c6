// The page for unknown addresses, which is the answer to any of them: it offers no way to where somebody is already.

for (const way of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a.action")))
  if (way.pathname === location.pathname && way.host === location.host) way.parentElement?.remove();
