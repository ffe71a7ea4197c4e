import CPango

/// The fonts that messages are set in.
public enum MessageFonts {
    /// Reads what a message is set with besides its fonts, and looks for those, once in the process. Starts no thread.
    ///
    /// A process that may open nothing later calls this while it still may. Messages then need these files alone, which are
    /// opened by their paths when a text has to be set in them.
    ///
    /// - Returns: The paths of the font files. None if there is no font.
    public static func load() -> [String] {
        findFont()
        readThaiWords()
        guard let fonts = FcConfigGetFonts(FontLibrary.configuration, FcSetApplication)?.pointee else { return [] }
        let files = UnsafeBufferPointer(start: fonts.fonts, count: Int(fonts.nfont)).compactMap(file)
        return Set(files).sorted()
    }

    /// Looks for a font as Pango does: Fontconfig asks for the name of the program then, once.
    private static func findFont() {
        guard let configuration = FontLibrary.configuration, let pattern = FcPatternCreate() else { return }
        defer { FcPatternDestroy(pattern) }
        FcConfigSubstitute(configuration, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
    }

    /// Has a Thai text broken into words, for which Pango reads a dictionary, once.
    private static func readThaiWords() {
        let text = "ไทย"
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: text.unicodeScalars.count + 1)
        let language = pango_language_from_string("en")
        pango_get_log_attrs(text, -1, -1, language, &attributes, Int32(attributes.count))
    }

    /// The file of a font. A file may hold several.
    private static func file(of font: OpaquePointer?) -> String? {
        var path: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(font, FC_FILE, 0, &path) == FcResultMatch, let path else { return nil }
        return String(cString: path)
    }
}
