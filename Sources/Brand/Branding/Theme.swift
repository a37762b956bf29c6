package import Colors

/// The colours and shapes of an app's pages and emails.
package struct Theme: Hashable, Sendable {
    /// The colour of links and of the main button.
    package var accent: Color
    /// The end of the buttons' gradient from the accent; nil for a flat colour.
    package var accentEnd: Color?
    /// The position of pictures and headlines.
    package var header = Header.card
    /// The colours behind the card: none for the plain background, one for a flat one, more for a gradient from the top
    /// left to the bottom right.
    package var background: [Color]
    /// The corner radius of the card in CSS pixels.
    package var radius: Int
    /// The colour of error messages; nil for the templates' own.
    package var error: Color?
    /// The colour of success messages; nil for the templates' own.
    package var success: Color?
    /// The font of texts.
    package var typeface = Typeface()
    /// The files of the logo and the icons.
    var files = BrandPaths()

    /// The position of a page's picture and headline.
    package enum Header: String, Hashable, Sendable, CaseIterable {
        /// In the card, above everything else.
        case card
        /// On the page's background, above the card of a form.
        case page
    }

    /// Creates a theme; by default the plain look of an app without `theme:`.
    package init(
        accent: Color = Color(red: 0x0A, green: 0x5F, blue: 0xD6), background: [Color] = [], radius: Int = 16,
        error: Color? = nil, success: Color? = nil
    ) {
        self.accent = accent
        self.background = background
        self.radius = radius
        self.error = error
        self.success = success
    }
}
