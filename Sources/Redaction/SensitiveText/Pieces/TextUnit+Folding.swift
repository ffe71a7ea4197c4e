extension TextUnit {
    /// The unit of a scalar of a text.
    init(_ original: Unicode.Scalar, piece: Int, offset: Int) {
        let plain = Self.plain(original)
        let unitClass = Self.unitClass(of: plain)
        self.init(
            scalar: plain.value,
            folded: unitClass == .capital || unitClass == .small ? Self.folded(plain) : plain.value,
            piece: Int32(truncatingIfNeeded: piece),
            offset: Int32(truncatingIfNeeded: offset),
            unitClass: unitClass
        )
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard !scalar.isASCII else { return scalar == "\t" || scalar == "\n" || scalar == "\r" ? " " : scalar }
        switch scalar.value {
        // A wide comma or full stop is none of a number.
        case 0xFF0C, 0xFF0E: return scalar
        // Wide forms of ASCII, which are in its order.
        case 0xFF01...0xFF5E: return Unicode.Scalar(scalar.value - 0xFF01 + 0x21) ?? scalar
        case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000, 0x2028, 0x2029: return " "
        case 0x2010...0x2015, 0x2212, 0xAD: return "-"
        case 0x2018, 0x2019: return "'"
        // Thai am, of which the other part is a mark.
        case 0xE33: return "\u{E32}"
        default: break
        }
        if scalar.properties.generalCategory == .decimalNumber, let value = scalar.properties.numericValue {
            return Unicode.Scalar(UInt8(ascii: "0") + UInt8(value))
        }
        return scalar
    }

    private static func unitClass(of scalar: Unicode.Scalar) -> Class {
        switch scalar {
        case "a"..."z": return .small
        case "A"..."Z": return .capital
        case "0"..."9": return .digit
        case " ": return .space
        case _ where scalar.isASCII: return .other
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .titlecaseLetter: return .capital
        case .lowercaseLetter: return .small
        case .otherLetter, .modifierLetter: return .letter
        // Steering characters are written into texts of two directions, and change no value.
        case .nonspacingMark, .spacingMark, .enclosingMark, .format: return .mark
        default: return .other
        }
    }

    private static func folded(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.isASCII { return scalar.value | 0x20 }
        let small = scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
        return plainLetters[small.value] ?? small.value
    }

    /// Letters with marks, and the letters that they are without them.
    private static let plainLetters: [UInt32: UInt32] = {
        let groups: [(Unicode.Scalar, String)] = [
            ("a", "àáâãäåāăąạảấầẩẫậắằẳẵặ"), ("c", "çćĉċč"), ("d", "ďđð"), ("e", "èéêëēĕėęěẹẻẽếềểễệ"), ("g", "ĝğġģ"),
            ("h", "ĥħ"), ("i", "ìíîïĩīĭįıỉị"), ("j", "ĵ"), ("k", "ķ"), ("l", "ĺļľŀł"), ("n", "ñńņňŋ"),
            ("o", "òóôõöøōŏőơọỏốồổỗộớờởỡợ"), ("r", "ŕŗř"), ("s", "śŝşšș"), ("t", "ţťŧț"), ("u", "ùúûüũūŭůűųưụủứừửữự"),
            ("w", "ŵ"), ("y", "ýÿŷỳỵỷỹ"), ("z", "źżž"), ("е", "ё"), ("и", "й"), ("α", "ά"), ("ε", "έ"), ("η", "ή"),
            ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"), ("σ", "ς"),
        ]
        var letters: [UInt32: UInt32] = [:]
        for (plain, marked) in groups {
            for letter in marked.unicodeScalars { letters[letter.value] = plain.value }
        }
        return letters
    }()
}
