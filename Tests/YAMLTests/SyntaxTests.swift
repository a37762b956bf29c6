import Configuration
import Diagnostics
import TestSupport
import Testing
import YAML

/// A file that is rejected by the parser, before its values are read as types.
struct BrokenYAML: Sendable, CustomTestStringConvertible {
    var name: String
    /// The text, with `📍` at the locations of the diagnostics.
    var text: String
    /// The messages, each with its fix after a bar.
    var messages: [String]
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ messages: String...) {
        self.name = name
        self.text = text
        self.messages = messages
    }

    static let cases = [
        BrokenYAML(
            "tab indentation", "theme:\n📍\taccent: x\n", "a tab cannot indent YAML | Indent with spaces."),
        BrokenYAML(
            "a tab behind spaces", "theme:\n  radius: 1\n  📍\taccent: x\n",
            "a tab cannot indent YAML | Indent with spaces."),
        BrokenYAML(
            "a tab in a block of text", "text: |\n📍\tone\n", "a tab cannot indent YAML | Indent with spaces."),
        BrokenYAML(
            "a tab under a list", "web:\n  - /a\n📍\t- /b\n", "a tab cannot indent YAML | Indent with spaces."),
        BrokenYAML(
            "an equals sign for a colon", "📍title = Reset\nstart: form\n",
            "this line is text, and no key with a value | Write 'title: Reset': a ':' and a space end a key."),
        BrokenYAML(
            "no space behind the colon", "# comment\n📍start:form\n\ntitle: T\n",
            "this line is text, and no key with a value | Write 'start: form': a ':' and a space end a key."),
        BrokenYAML(
            "no space behind the colon of an indented key", "theme:\n  📍radius:12\n  type: serif\n",
            "this line is text, and no key with a value | Write 'radius: 12': a ':' and a space end a key."),
        BrokenYAML(
            "a word before the first key", "📍Harbour\nname: T\n",
            "this line is text, and no key with a value | Write 'key: value', with a space after the ':'."),
        BrokenYAML(
            "a quote that ends lines later", "name: 📍'T\nsupport: a\ntheme: 'x\n  y: z\n",
            "this quote is closed only on line 3, and the key on line 2 is a part of the text | Close the text with '."),
        BrokenYAML(
            "several quoted values without brackets", "accent: \"#112233\"📍, \"#445566\"\n",
            "several values are a list, which brackets enclose | Write [\"#112233\", \"#445566\"]."),
        BrokenYAML(
            "a key of an item that is indented too little", "fields:\n  - name: a\n    rule: text\n   📍label: B\n",
            "this key is indented less than those of its item | Indent it by 4 spaces, like the key above."),
        BrokenYAML(
            "the first further key of an item that is indented too little", "fields:\n  - name: a\n   📍rule: text\n",
            "this key is indented less than those of its item | Indent it by 4 spaces, like the key above."),
        BrokenYAML(
            "a status as a key below a list", "rules:\n  - { is: ok }\n  📍400: b\n",
            "a rule names its status and its outcome | Write - { status: 400, is: … }"),
        BrokenYAML(
            "an item in braces without its dash", "rules:\n  - { is: ok }\n    📍{ is: b }\n",
            "this item of the list has no '- ' | Write '- ' before it, like the items above."),
        BrokenYAML(
            "an item in braces without its dash, below a list that is as deep as it",
            "a:\n  b:\n    c:\n        d: x\n    rules:\n      - { is: ok }\n        📍{ is: b }\n",
            "this item of the list has no '- ' | Write '- ' before it, like the items above."),
        BrokenYAML(
            "quotes inside of quotes", "title: \"Say \"📍hello\" to us\"\n",
            "the quote before this ends the value | Put the whole value into ', or leave the quotes inside of it out."),
        BrokenYAML(
            "quotes inside of quotes before a space", "title: \"„Neu\" 📍wählen\"\n",
            "the quote before this ends the value | Put the whole value into ', or leave the quotes inside of it out."),
        BrokenYAML(
            "quotes inside of quotes before a space inside of brackets", "titles: [\"„Neu\" 📍wählen\", b]\n",
            "the quote before this ends the value | Put the whole value into ', or leave the quotes inside of it out."),
        BrokenYAML(
            "two texts without a comma", "titles: [\"Neu\" 📍\"wählen\"]\n",
            "expected ',' or ']', found '\"' | Separate the items with one comma each."),
        BrokenYAML(
            "an apostrophe inside of quotes inside of braces", "form: { label: 'It'📍s here', text: a }\n",
            "the quote before this ends the value | Put the whole value into \", or leave the quotes inside of it out."),
        BrokenYAML(
            "a comma in a text inside of braces", "form: { hint: With its code, 📍please, optional: true }\n",
            "'please' is a key without a value | Quote the whole text if this is a part of it: a comma ends a text inside of braces. Else write 'please: ' and a value."
        ),
        BrokenYAML(
            "a text between other quotes than those of YAML",
            "form: { error: 📍“Write, please, something”, optional: true }\n",
            "'“' and '”' are no quotes of YAML, and a comma ends a text inside of braces | Write \"Write, please, something\""
        ),
        BrokenYAML(
            "a key at the beginning of its line, whose name is there already",
            "outcomes: { full: stays }\noperations:\n  go:\n    sends: a\n📍outcomes:\n      - { is: ok }\n  stop: { sends: b }\n",
            "'outcomes' stands at the beginning of the line, where another one is already | Indent it, with its lines, like the keys above that it belongs to."
        ),
        BrokenYAML(
            "a key alone inside of braces", "form: { name: phone, 📍optional }\n",
            "'optional' is a key without a value | Quote the whole text if this is a part of it: a comma ends a text inside of braces. Else write 'optional: ' and a value."
        ),
        BrokenYAML(
            "an item without its dash",
            "outcomes:\n  - { status: 200, is: ok }\n  📍{ status: 403, is: link-invalid }\n",
            "expected ':' after '{ status: 403, is: link-invalid }' | Write '- ' before it, like the items above."),
        BrokenYAML(
            "a fence around code", "Here is the contract\n\n📍```yaml\nname: T\n```\n",
            "'```' is no part of the file, but marks code in the text that it is from | Remove this line, what is above it and the last '```' with what is below it."
        ),
        BrokenYAML(
            "a fence at the beginning", "📍```yaml\nname: T\n```\n",
            "'```' is no part of the file, but marks code in the text that it is from | Remove this line and the last '```' with what is below it."
        ),
        BrokenYAML(
            "code inside of quotes", "base: \"<%= ENV[\"📍BASE\"] %>\"\n",
            "'<%' begins code, and nothing runs code in this file | Write a variable as ${NAME}."),
        BrokenYAML(
            "a name in braces", "subject: 📍{{name}}\n",
            "a value that begins with '{{' needs quotes | Write \"{{name}}\"."),
        BrokenYAML(
            "a name in braces where nothing is filled in", "title: 📍{{name}}\n",
            "'{{' begins a placeholder, and nothing is filled in here | Write the words themselves."),
        BrokenYAML(
            "a name in braces and more", "request:\n  url: 📍{{base}}/v1/auth # the address\n",
            "a value that begins with '{{' needs quotes | Write \"{{base}}/v1/auth\"."),
        BrokenYAML(
            "a name in braces in a mapping", "json: { token: 📍{{token}}, other: 1 }\n",
            "a value that begins with '{{' needs quotes | Write \"{{token}}\"."),
        BrokenYAML(
            "a name in braces in a list", "- a\n- 📍{{b}} or \"c\"\n",
            "a value that begins with '{{' needs quotes | Write '{{b}} or \"c\"'."),
        BrokenYAML(
            "a name in braces that the scanner stumbles over", "url: 📍{{ @base }}\n",
            "a value that begins with '{{' needs quotes | Write \"{{ @base }}\"."),
        BrokenYAML(
            "a colour", "theme:\n  accent: 📍#D4AF37\n",
            "'#' without quotes begins a comment, so the value of 'accent' is missing | Write \"#D4AF37\", or a space after the '#' where a comment is meant."
        ),
        BrokenYAML(
            "a state", "ok: 📍#sent # then\n",
            "'#' without quotes begins a comment, so the value of 'ok' is missing | Write \"#sent\", or a space after the '#' where a comment is meant."
        ),
        BrokenYAML(
            "a colour in a list", "background:\n  - 📍#D4AF37\n  - 📍#C5A028\n",
            "'#' without quotes begins a comment, so this item is missing | Write \"#D4AF37\", or a space after the '#' where a comment is meant.",
            "'#' without quotes begins a comment, so this item is missing | Write \"#C5A028\", or a space after the '#' where a comment is meant."
        ),
        BrokenYAML(
            "a colour in brackets", "name: x\nbackground: [📍#D4AF37, #C5A028]\nradius: 20\n",
            "'#' without quotes begins a comment, so the value after it is missing | Write \"#D4AF37\", or a space after the '#' where a comment is meant."
        ),
        BrokenYAML(
            "a colour in braces", "theme: { accent: 📍#D4AF37, radius: 20 }\nname: x\n",
            "'#' without quotes begins a comment, so the value after it is missing | Write \"#D4AF37\", or a space after the '#' where a comment is meant."
        ),
        BrokenYAML(
            "duplicate keys", "name: a\nhosts: []\n📍name: b\nx: { y: 1, 📍y: 2 }\n",
            "duplicate key 'name' | Remove one of the two; the other is on line 1.",
            "duplicate key 'y' | Remove one of the two; the other is on line 4."),
        BrokenYAML(
            "a key that is indented too deep",
            "links:\n  a:\n    web: /a\n    page: a\n    📍b:\n      web: /b\n    page: b\n",
            "'b' is indented like a key of 'a', whose keys follow again | Indent it like 'a', and the keys that follow like those of 'a'."
        ),
        BrokenYAML(
            "a key alone that is indented too deep",
            "links:\n  a:\n    web: /a\n    page: a\n    📍b:\n    web: /b\n    page: b\n",
            "'b' is indented like a key of 'a', whose keys follow again | Indent it like 'a', and the keys that follow like those of 'a'."
        ),
        BrokenYAML(
            "an empty key before a duplicate", "a:\n  x: 1\n  y:\n  📍x: 2\n",
            "duplicate key 'x' | Remove one of the two; the other is on line 2."),
        BrokenYAML(
            "a mapping before a duplicate", "a:\n  x: 1\n  y:\n    z: 1\n  📍x: 2\n",
            "duplicate key 'x' | Remove one of the two; the other is on line 2."),
        BrokenYAML(
            "a colon in a text inside of braces", "a: { b: Wrong📍: mend it, c: d }\n",
            "an unquoted value cannot contain ': ' | Quote the whole value."),
        BrokenYAML(
            "a forgotten comma inside of braces", "a: { b: one c📍: two }\n",
            "an unquoted value cannot contain ': ' | Write a comma before 'c:' if that is a key; or quote the whole value."
        ),
        BrokenYAML(
            "a duplicate key and broken syntax", "name: a\n📍name: b\nx: 📍[\n",
            "duplicate key 'name' | Remove one of the two; the other is on line 1.",
            "this '[' is never closed | Close it with ']'."),
        BrokenYAML(
            "two documents", "a: 1\n📍---\nb: 2\n", "a second document begins here | Keep one document in a file."),
        BrokenYAML("an unclosed quote", "a: 📍\"one\nb: two\n", "this quote is never closed | Close the text with \"."),
        BrokenYAML(
            "an unclosed quote above another", "a: 📍\"one\nb: two\nc: \"three\"\n",
            "this quote is closed only on line 3, and the key on line 2 is a part of the text | Close the text with \"."
        ),
        BrokenYAML(
            "an unclosed quote above another that is closed", "a: 📍\"one\n# b\nb: \"two\"\nc: \"three\n",
            "this quote is closed only on line 3, and the key on line 3 is a part of the text | Close the text with \"."
        ),
        BrokenYAML(
            "an unclosed quote in a list above another", "a:\n  - 📍'one\n  b: two\nc: 'three'\n",
            "this quote is closed only on line 4, and the key on line 3 is a part of the text | Close the text with '."),
        BrokenYAML("an unclosed single quote", "a: 📍'one\n", "this quote is never closed | Close the text with '."),
        BrokenYAML("an unclosed bracket", "a: 📍[b, c\n", "this '[' is never closed | Close it with ']'."),
        BrokenYAML(
            "an unclosed bracket and a key", "a: 📍[b, c\nd: e\n", "this '[' is never closed | Close it with ']'."),
        BrokenYAML("an unclosed brace", "a: 📍{ b: c\nd: e\n", "this '{' is never closed | Close it with '}'."),
        BrokenYAML(
            "a forgotten comma", "a: [\"b\" 📍\"c\"]\n",
            "expected ',' or ']', found '\"' | Separate the items with one comma each."),
        BrokenYAML(
            "a comma too many", "a: [b, 📍, c]\n",
            "expected a value, found ',' | Separate the items with one comma each."),
        BrokenYAML(
            "a link's URL template in brackets", "web: [/a?token=📍{token}, /b]\n",
            "expected ',' or ']', found '{' | Quote the text, since [ ] { } and , end it inside of brackets."),
        BrokenYAML(
            "a link's URL template in braces", "a: { app: x://a?token=📍{token} }\n",
            "expected ',' or '}', found '{' | Quote the text, since [ ] { } and , end it inside of brackets."),
        BrokenYAML(
            "a bracket open where a brace is closed", "a: { b: 📍[c, d }\n",
            "this '[' is not closed before the '}' | Write ']' before the '}'."),
        BrokenYAML(
            "a bracket open before a key", "a: { b: 📍[c, d, e: f }\n",
            "this '[' is not closed before the '}' | Write ']' before ', e:'."),
        BrokenYAML(
            "a bracket open after a comma", "a: { b: 📍[c, }\n",
            "this '[' is not closed before the '}' | Write ']' before the '}'."),
        BrokenYAML(
            "a brace open where a bracket is closed", "a: [📍{ b: c ]\n",
            "this '{' is not closed before the ']' | Write '}' before the ']'."),
        BrokenYAML(
            "a bracket closed by a brace", "a: [b, c📍}\n", "this '}' closes nothing | Write ']' in its place."),
        BrokenYAML(
            "a brace closed by a bracket", "a: { b: c 📍]\n", "this ']' closes nothing | Write '}' in its place."),
        BrokenYAML("a bracket that opens nothing", "a: 📍]\n", "expected a value, found ']' | Quote the value."),
        BrokenYAML("a bracket too many", "a: [b]📍]\n", "unexpected text after the value | Quote the whole value."),
        BrokenYAML(
            "a comma at the end of a line", "a: [b, c]📍,\nd: e\n",
            "the ',' at the end of this line separates nothing | Remove it: each key has a line of its own, and commas are between { } and [ ] only."
        ),
        BrokenYAML(
            "a comma at the end of a quoted text", "a: \"b\"📍,\nd: e\n",
            "the ',' at the end of this line separates nothing | Remove it: each key has a line of its own, and commas are between { } and [ ] only."
        ),
        BrokenYAML(
            "text behind a quote", "a: \"b\" 📍c\n",
            "the quote before this ends the value | Put the whole value into ', or leave the quotes inside of it out."),
        BrokenYAML(
            "two colons", "title: Reset📍: your password\n",
            "an unquoted value cannot contain ': ' | Write \"Reset: your password\"."),
        BrokenYAML(
            "two colons before braces", "subject: Welcome📍: {{app}} is ready\n",
            "an unquoted value cannot contain ': ' | Write \"Welcome: {{app}} is ready\"."),
        BrokenYAML(
            "two colons and quotes", "title: Say📍: \"hello\"\n",
            "an unquoted value cannot contain ': ' | Write 'Say: \"hello\"'."),
        BrokenYAML(
            "a key that is too deep", "title: x\n  📍link: y\n",
            "this line is indented, and line 1 has its value already | Indent it like line 1, or write the key that it belongs to above it, on a line of its own."
        ),
        BrokenYAML(
            "keys whose own key is missing", "outcomes: { a: fails }\n  📍send:\n    x: 1\n  reset:\n    x: 2\n",
            "this line is indented, and line 1 has its value already | Write the key that it belongs to above it, on a line of its own; or indent it like line 1."
        ),
        BrokenYAML(
            "keys whose own key is a comment", "name: a\n# links:\n  📍reset:\n    web: /a\n",
            "this line is indented below no key, and 'links:' above it is a comment | Remove the '#' before 'links:'."),
        BrokenYAML(
            "a key with a value whose own key is a comment", "a: 1\n#footer:\n  📍terms: /terms\n",
            "this line is indented below no key, and 'footer:' above it is a comment | Remove the '#' before 'footer:'."
        ),
        BrokenYAML(
            "a name as an item, with keys beside it", "links:\n  📍- a:\n    web: /a\n  b:\n    web: /b\n",
            "'- ' begins an item of a list, and keys without it follow | Write 'a:' without the '- ' before it."),
        BrokenYAML(
            "a name as an item, with keys below it", "links:\n  📍- a:\n      web: /a\n      c: d\n  b:\n    web: /b\n",
            "'- ' begins an item of a list, and keys without it follow | Write 'a:' without the '- ' before it."),
        BrokenYAML(
            "a name as an item, with mappings in it",
            "operations:\n  📍- a:\n    request:\n      url: b\n  c:\n    d: e\n",
            "'- ' begins an item of a list, and keys without it follow | Write 'a:' without the '- ' before it."),
        BrokenYAML(
            "a name as an item below names", "links:\n  a:\n    web: /a\n  📍- b:\n    web: /b\n",
            "'- ' begins an item of a list, and above are keys | Write 'b:' without the '- ' before it."),
        BrokenYAML(
            "a path of keys above keys", "📍a.b: 1\n  c: 2\n",
            "'a.b' is one key, and line 2 is indented below it | Write 'a:' on a line of its own, and 'b: …' indented below it."
        ),
        BrokenYAML(
            "a path of keys in an item", "- d: 1\n  📍a.b: 1\n    c: 2\n",
            "'a.b' is one key, and line 3 is indented below it | Write 'a:' on a line of its own, and 'b: …' indented below it."
        ),
        BrokenYAML(
            "a key that is not deep enough", "a:\n    📍b: 1\n  c: 2\n",
            "this line or line 3 is indented wrongly | Indent both like the keys that they belong to."),
        BrokenYAML(
            "a first key that is too deep", "  📍a: 1\nb: 2\n",
            "this line or line 2 is indented wrongly | Indent both like the keys that they belong to."),
        BrokenYAML(
            "a first key beside the one that it is a part of", "a:\n📍b:\n    c: 1\n  d: 2\n",
            "this line or line 4 is indented wrongly | Indent both like the keys that they belong to."),
        BrokenYAML(
            "a first item that is not deep enough", "a:\n  b:\n  📍- { c: 1 }\n    - { d: 2 }\n",
            "this line or line 4 is indented wrongly | Indent both like the items of their list."),
        BrokenYAML(
            "an item deeper than its keys", "a:\n    📍- b: 1\n    c: 2\n",
            "this line or line 3 is indented wrongly | Indent both like the keys that they belong to."),
        BrokenYAML(
            "a first item without its sign", "a:\n  📍{ b: 1 }\n  - { c: 2 }\n",
            "this item of the list has no '- ' | Write '- ' before it."),
        BrokenYAML(
            "a key with neither colon", "a:\n  📍b c\n  d: 1\n",
            "this line is text, and no key with a value | Write 'b: c': a ':' and a space end a key."),
        BrokenYAML(
            "an item's key with neither colon", "- 📍b c\n  d: 1\n",
            "this line is text, and no key with a value | Write 'b: c': a ':' and a space end a key."),
        BrokenYAML(
            "an item of a list among keys", "a: 1\n📍- b: 2\n",
            "'- ' begins an item of a list, and above are keys | Write 'b: 2' without the '- ' before it."
        ),
        BrokenYAML(
            "a key without a colon", "a: 1\n📍titel\nb: 2\n",
            "expected ':' after 'titel' | Write 'key: value', with a space after the ':'."),
        BrokenYAML(
            "a list on the line of its key", "a: 📍- b\n",
            "a list cannot begin on the line of its key | Begin it on the next line, or write [a, b]."),
        BrokenYAML("an at sign", "a: 📍@b\n", "a value cannot begin with '@' | Quote the value."),
        BrokenYAML("a backtick", "a: 📍`b`\n", "a value cannot begin with '`' | Quote the value."),
        BrokenYAML("a percent sign", "a: 📍%b\n", "a value cannot begin with '%' | Quote the value."),
        BrokenYAML("two stars", "a: 📍**\n", "'*' without quotes begins an alias | Quote the value."),
        BrokenYAML(
            "a star and a dot", "hosts: 📍*.example.com\n",
            "'*' without quotes begins an alias | List the hosts one by one, such as 'www.example.com': no pattern stands for several."
        ),
        BrokenYAML(
            "a star and a sign", "a: [📍*/x]\n",
            "'*' without quotes begins an alias | List each one by itself: no pattern stands for several. Quote any other value."
        ),
        BrokenYAML(
            "a text of a list deeper than the one above", "a:\n  - \"b\"\n   📍- \"d: e\"\n",
            "this '- ' is not below the one of the item above | Indent it like the '- ' on line 2."),
        BrokenYAML(
            "words as an item of a list among keys", "a: 1\n📍- b\n",
            "'- ' begins an item of a list, and above are keys | Remove the '- ', and indent the line like the keys that it belongs to."
        ),
        BrokenYAML("an ampersand", "a: 📍& b\n", "'&' without quotes begins an anchor | Quote the value."),
        BrokenYAML(
            "an alias to nothing", "a: 📍*b\n",
            "no value is named '&b' | Write '&b' before the value that is meant, above this; or quote a text that begins with '*'."
        ),
        BrokenYAML("a misspelt alias", "a: &name 1\nb: 📍*nmae\n", "no value is named '&nmae' | Did you mean '*name'?"),
        BrokenYAML("an alias in itself", "a: &a [📍*a]\n", "the alias '*a' is inside the value that it names"),
        BrokenYAML(
            "an unknown escape", "a: \"b📍\\d\"\n",
            "unknown escape '\\d' | Write '\\\\' for a backslash, or use single quotes."),
        BrokenYAML("an unknown tag", "a: 📍!b c\n", "unknown tag '!b' | Quote the value if it begins with '!'."),
        BrokenYAML(
            "a tag that does not fit", "a: 📍!!int b\n", "the tag '!!int' does not fit this value | Remove the tag."),
        BrokenYAML(
            "a tag for another kind", "a: 📍!!map [b]\n", "the tag '!!map' does not fit this value | Remove the tag."),
        BrokenYAML("an undeclared tag", "a: 📍!x!y z\n", "unknown tag | Quote the value if it begins with '!'."),
        BrokenYAML(
            "a key that is a list", "📍[a, b]: c\n",
            "a key must be a text, not a list | Quote the value if a text was meant."),
        BrokenYAML("no key", "📍: c\n", "there is no key before the ':'"),
        BrokenYAML("a control character", "a: b📍\u{7}c\n", "the character U+0007 is not allowed | Remove it."),
        BrokenYAML("NUL", "a: b📍\0c\n", "the character U+0000 is not allowed | Remove it."),
        BrokenYAML(
            "a line separator", "a: b📍\u{2028}c\n",
            "U+2028 breaks lines for some readers and not for others | Remove it, or write it as \"\\u2028\"."),
        BrokenYAML(
            "text behind the end", "a: 1\n...\n📍b: 2\n",
            "expected the end of the file | Indent what belongs to the value above."),
        BrokenYAML(
            "too deep", String(repeating: "[", count: 64) + "📍" + String(repeating: "[", count: 9_000),
            "values are nested more than 64 deep"),
        BrokenYAML(
            "an alias that is too deep",
            "a: &a " + String(repeating: "[", count: 40) + String(repeating: "]", count: 40) + "\nb: "
                + String(repeating: "[", count: 40) + "📍*a" + String(repeating: "]", count: 40),
            "values are nested more than 64 deep"),
    ]
}

@Suite("Broken YAML")
struct SyntaxTests {
    @Test("is refused with the place and what to do", arguments: BrokenYAML.cases)
    func isRefused(_ broken: BrokenYAML) {
        let marked = MarkedText(broken.text)
        let report = #expect(throws: DiagnosticReport.self) { try YAMLDocument(parsing: marked.source) }
        #expect(report?.diagnostics.map(\.told) == marked.told(broken.messages))
        #expect(marked.places.count == broken.messages.count)
    }

    @Test("carries the line and a code")
    func carriesTheLine() {
        let source = SourceText(file: "Site/x/app.yml", text: "title: Größe\nname:  {{größe}}\n")
        let report = #expect(throws: DiagnosticReport.self) { try YAMLDocument(parsing: source) }
        #expect(
            report?.diagnostics == [
                Diagnostic(
                    code: "unquoted-braces", file: "Site/x/app.yml", line: 2, column: 8,
                    message: "'{{' begins a placeholder, and nothing is filled in here", excerpt: "name:  {{größe}}",
                    fix: "Write the words themselves.")
            ])
    }

    @Test("with bytes that are not UTF-8 is refused at the byte")
    func refusesOtherEncodings() {
        let latin1 = SourceText(file: "test.yml", bytes: Array("a: caf".utf8) + [0xE9, 0x0A])
        let utf16 = SourceText(file: "test.yml", bytes: [0xFF, 0xFE, 0x61, 0x00])
        for (source, expected) in [
            (latin1, "1:7: the byte 0xE9 is not UTF-8 | Save the file as UTF-8."),
            (utf16, "1:1: the byte 0xFF is not UTF-8 | Save the file as UTF-8."),
        ] {
            let report = #expect(throws: DiagnosticReport.self) { try YAMLDocument(parsing: source) }
            #expect(report?.diagnostics.map(\.told) == [expected])
        }
    }

    @Test("made of aliases to aliases does not become millions of values")
    func refusesAliasBombs() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...20 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        let report = #expect(throws: DiagnosticReport.self) {
            try YAMLDocument(parsing: SourceText(file: "test.yml", text: text))
        }
        #expect(
            report?.diagnostics.map(\.told) == [
                "4:20: the aliases of this file expand to more than 4000 values | Write the values themselves in place of aliases."
            ])
    }

    @Test("outside of the range is ignored")
    func ignoresTheRest() throws {
        let text = "---\na: 1\n---\n\tnot: {{yaml"
        let source = SourceText(file: "test.md", bytes: Array(text.utf8) + [0xFF])
        let document = try YAMLDocument(parsing: source, in: 4..<9)
        #expect(document.root?["a"]?.text == "1")
    }

    @Test("in a range is located in the whole file")
    func locatesInTheWholeFile() {
        let source = SourceText(file: "test.md", text: "---\na: 1\nb: [\n---\n")
        let report = #expect(throws: DiagnosticReport.self) { try YAMLDocument(parsing: source, in: 4..<14) }
        #expect(report?.diagnostics.map(\.told) == ["3:4: this '[' is never closed | Close it with ']'."])
    }
}
