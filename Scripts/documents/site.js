// What is wider than the page scrolls by keyboard too. The theme sees to that for code only, and only where there is a mouse.
addEventListener("load", () => {
  for (const element of document.querySelectorAll(".md-typeset__scrollwrap, pre > code")) element.tabIndex = 0;
});
