for(const o of document.querySelectorAll("a.action"))o.pathname===location.pathname&&o.host===location.host&&o.parentElement?.remove();
