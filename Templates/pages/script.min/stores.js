let oo=/Android/.test(navigator.userAgent)?"apps.apple.com":"play.google.com";for(let o of _("#unopened a"))o.hostname===oo&&o.parentElement?.remove();
