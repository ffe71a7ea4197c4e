import CPango

/// A font family that codes are set in.
struct Typeface: Sendable, Hashable {
    /// The name of the family, as Fontconfig knows it.
    let family: String
    /// The Debian package that brings it.
    let package: String

    /// A family that is told apart from what stands in for it where it is missing.
    init(family: String, package: String) {
        self.family = family
        self.package = package
    }

    /// Like the fonts of phones.
    static let inter = Typeface(family: "Inter", package: "fonts-inter")
    /// The families of which screenshots of web pages and terminals on Linux are full.
    static let all = [
        inter,
        Typeface(family: "DejaVu Sans", package: "fonts-dejavu-core"),
        Typeface(family: "Liberation Sans", package: "fonts-liberation"),
        Typeface(family: "Liberation Mono", package: "fonts-liberation"),
    ]

    /// Checks that text in this family is set in it, and not in a substitute.
    ///
    /// - Throws: ``RenderingError/fontMissing(_:found:)``.
    func checkInstalled() throws(RenderingError) {
        let found = Font(self, size: 20).installedFamily
        guard found == family else { throw .fontMissing(self, found: found) }
    }
}

/// A typeface at a size.
struct Font: ~Copyable {
    /// The description that Pango takes, freed with this font.
    let description: OpaquePointer

    /// - Parameter size: Height of the em square in pixels.
    init(_ typeface: Typeface, size: Double) {
        description = pango_font_description_new()
        pango_font_description_set_family(description, typeface.family)
        pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    }

    deinit {
        pango_font_description_free(description)
    }

    /// The family that Fontconfig takes for it, or nil if there is no font at all.
    fileprivate var installedFamily: String? {
        guard let context = pango_font_map_create_context(pango_cairo_font_map_get_default()) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        guard let font = pango_context_load_font(context, description) else { return nil }
        defer { g_object_unref(font) }
        guard let actual = pango_font_describe(font) else { return nil }
        defer { pango_font_description_free(actual) }
        return pango_font_description_get_family(actual).map(String.init(cString:))
    }
}
