const oo=/Android/.test(navigator.userAgent)?"apps.apple.com":"play.google.com";for(const o of V("#unopened a"))o.hostname===oo&&o.parentElement?.remove();
