struct TextEncoding: Sendable, Equatable {
    /// Name of the encoding in glibc's iconv.
    let name: String

    static let utf8 = TextEncoding(name: "UTF-8")
    static let utf16LittleEndian = TextEncoding(name: "UTF-16LE")
    static let utf16BigEndian = TextEncoding(name: "UTF-16BE")
    /// UTF-16 whose first bytes reveal the order.
    static let utf16 = TextEncoding(name: "UTF-16")

    private init(name: String) {
        self.name = name
    }

    /// The encoding that a declaration calls `name`, in letters of any case; nil for others.
    ///
    /// Accepted are encodings in which every byte of ASCII that is no part of a longer character stands for itself, and which
    /// have no states. Not UTF-7, HZ, the ISO-2022 family and EBCDIC: there the same bytes are markup or text, depending on the
    /// bytes before them, and their converters are where iconv's overflows were. The rest are the names of the IANA and those of
    /// Java and .NET.
    init?(declared name: some Sequence<UInt8>) {
        let name = String(decoding: Array(name.lowercasedASCII.prefix(40)), as: UTF8.self)
        guard let encoding = Self.declared[name] else { return nil }
        self = encoding
    }

    /// Whether the encoding is one of Unicode. Texts still declare such an encoding after they were converted to
    /// another one of Unicode.
    var isUnicode: Bool { name.hasPrefix("UTF-") }

    /// All encodings that a source may declare, each once, in the order of their names.
    static var all: [TextEncoding] {
        Set(declared.values.map(\.name)).sorted().map(TextEncoding.init(name:))
    }

    private static let declared: [String: TextEncoding] = {
        var encodings: [String: TextEncoding] = [
            "utf-8": .utf8, "utf8": .utf8,
            "utf-16": .utf16, "utf16": .utf16, "unicode": .utf16, "ucs-2": .utf16, "iso-10646-ucs-2": .utf16,
            "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
        ]
        // The larger set that Windows writes stands for its older part, like in browsers (WHATWG Encoding, section 4.2).
        let names = [
            "ASCII": ["us-ascii", "ascii"],
            "ISO-8859-1": ["latin1", "iso8859-1", "iso8859_1"],
            "ISO-8859-15": ["latin9", "iso8859-15"],
            "CP932": ["shift_jis", "shift-jis", "sjis", "windows-31j", "cp932", "ms932"],
            "EUC-JP": ["euc-jp", "eucjp"],
            "GB18030": ["gb18030", "gbk", "gb2312", "cp936", "windows-936"],
            "BIG5": ["big5", "big-5"],
            "UHC": ["euc-kr", "euckr", "ks_c_5601-1987", "cp949", "ms949", "windows-949"],
            "KOI8-R": ["koi8-r"],
            "KOI8-U": ["koi8-u"],
            "TIS-620": ["tis-620"],
            "CP874": ["windows-874", "cp874"],
        ]
        for (name, declared) in names {
            for alias in declared { encodings[alias] = TextEncoding(name: name) }
        }
        for part in 1...16 where part != 12 { encodings["iso-8859-\(part)"] = TextEncoding(name: "ISO-8859-\(part)") }
        for page in 1250...1258 {
            encodings["windows-\(page)"] = TextEncoding(name: "CP\(page)")
            encodings["cp\(page)"] = TextEncoding(name: "CP\(page)")
        }
        return encodings
    }()
}
