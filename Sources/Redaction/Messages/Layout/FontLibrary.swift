import CPango
import Foundation

/// Fonts of messages: those of the program, or those of this machine.
///
/// The files are read without a configuration or a cache of the machine: so the same files give the same pictures everywhere, and
/// Fontconfig never writes its cache. That takes 0.2 ms a font, once in a process.
enum FontLibrary {
    /// Families of the words of a message: the first that has the character. Where none has it, any other font does.
    static let families = [
        "Inter", "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Thai", "Noto Sans Devanagari",
        "WenQuanYi Micro Hei", "Noto Color Emoji",
    ]

    /// The directories with the fonts of the program at this path.
    ///
    /// It is `../share/snapveil/fonts` from the directory of the program, and nothing else, so that a program that brings its
    /// fonts draws the same on every machine. Where there is no such directory, it is those of the machine.
    static func directories(program path: String) -> [String] {
        let tree = URL(filePath: path).deletingLastPathComponent().deletingLastPathComponent()
        let own = tree.appending(path: "share/snapveil/fonts").path
        return FileManager.default.fileExists(atPath: own) ? [own] : ["/usr/share/fonts", "/usr/local/share/fonts"]
    }

    /// The fonts, in a configuration of Fontconfig for the whole process, because Pango would load the machine's otherwise. Never
    /// changed; nil if there is no font, or no memory.
    nonisolated(unsafe) static let configuration: OpaquePointer? = {
        guard let configuration = FcConfigCreate() else { return nil }
        // Pango asks for this family where it finds emoji.
        let alias = """
            <fontconfig><alias binding="same">
              <family>emoji</family><prefer><family>Noto Color Emoji</family></prefer>
            </alias></fontconfig>
            """
        FcConfigParseAndLoadFromMemory(configuration, alias, FcFalse)
        // The fonts hold for the life of the process: Fontconfig is not to look again every 30 seconds.
        FcConfigSetRescanInterval(configuration, 0)
        for file in files { FcConfigAppFontAddFile(configuration, file) }
        guard FcConfigSetCurrent(configuration) != FcFalse,
            let fonts = FcConfigGetFonts(configuration, FcSetApplication), fonts.pointee.nfont > 0
        else { return nil }
        return configuration
    }()

    /// The paths of all files, in an order that does not depend on the file system.
    private static var files: [String] {
        // Its arguments do not name it: a worker is started from a descriptor.
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let types = [".otf", ".ttf", ".ttc"]
        return directories(program: program ?? "/usr/bin/snapveil").flatMap { directory in
            (FileManager.default.enumerator(atPath: directory) ?? .init())
                .compactMap { $0 as? String }
                .filter { name in types.contains { name.hasSuffix($0) } }
                .sorted()
                .map { "\(directory)/\($0)" }
        }
    }
}

/// Fonts of messages.
public enum MessageFonts {
    /// Finds the fonts, and reads everything else that messages are set with, once in the process. Starts no thread.
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

    /// Looks for a font in Pango's way: Fontconfig asks for the name of the program then, once.
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
