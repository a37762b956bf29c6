import JSON

/// The script that finds what a scanner clicks on a page.
enum ClickScript {
    /// Finds the next element whose label is not among the given ones, as `{"label": …, "x": …, "y": …}` with its middle; with
    /// `"asks": true` if a button was left alone, since it would submit a password.
    static func next(besides clicked: [String]) -> String {
        let known = JSONValue.array(clicked.map(JSONValue.string)).serialized()
        return """
            (() => {
              let asks = false;
              const isPassword = field => field.type === 'password' || /-password/.test(field.autocomplete)
                || (field.type === 'text' && /passw|pwd|passphrase/i.test(field.name + field.id));
              // Nothing is typed, so the buttons are left alone that would submit a password.
              const submits = each => /^(submit|image)$/.test(each.type) && each.form;
              const isAsked = each => each.matches('button, input, [role=button]') && (submits(each) || !each.closest('form'))
                && [...(each.form ?? document).querySelectorAll('input')].some(field => isPassword(field) && field.checkVisibility() && (each.form || !field.form));
              for (const each of document.querySelectorAll('a[href], button, input[type=submit], input[type=checkbox], [role=button]')) {
                if (!each.checkVisibility() || each.disabled || !/^(https?:|$)/.test(each.protocol ?? '')) continue;
                const label = (each.innerText || each.value || each.ariaLabel || each.name || each.href || '').trim().slice(0, 60);
                if (\(known).includes(label)) continue;
                if (each.type !== 'checkbox' && isAsked(each)) { asks = true; continue; }
                each.scrollIntoView({ block: 'center' });
                const { x, y, width, height } = each.getBoundingClientRect();
                if (width) return JSON.stringify({ label, x: Math.round(x + width / 2), y: Math.round(y + height / 2), asks });
              }
              return JSON.stringify({ asks });
            })()
            """
    }
}
