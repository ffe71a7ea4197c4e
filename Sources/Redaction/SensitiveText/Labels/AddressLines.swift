/// Distinction of lines of postal addresses from prose, prices and logs, because labels do not prove an address.
enum AddressLines {
    /// Units of a line, and of an address of several.
    static let lengthLimit = 160

    /// Words that addresses write small among capitals.
    private static let smallWords = FoldedWords.set(
        """
        rue avenue av bd boulevard chemin place allee impasse route quai cours square calle avenida paseo plaza via
        viale piazza corso largo rua travessa praca straat laan weg plein ul al pl os ulica aleja street road lane
        appartamento appartement apt piso esc puerta des les aux sur sous de da do dos das del della di du la le el
        van von der den het ten op y e am im an der zum zur und na st sainte kv d ул пер пр д п кв г с дом ст клх
        наб бул ш обл край р-н алл стр корп пос дер мкр пгт лет
        """
    )

    /// Characters of which a place in Chinese or Japanese has at least one.
    private static let places = Set("省市区區县縣路街道号號村镇鎮乡鄉郡町丁目番棟座楼樓室府都県弄巷".unicodeScalars.map(\.value))

    private static let digitLimit = 8

    static func isPlausible(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        guard units.count <= lengthLimit,
            !units.contains(where: { $0.isOne(of: "%€$£¥×=[]{}|<>@•★") })
        else { return false }
        return hasPlausibleNumbers(units) && hasPlausibleWords(units)
    }

    private static func hasPlausibleNumbers(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        var digits = 0
        for unit in units {
            digits = unit.isDigit ? digits + 1 : 0
            if digits > digitLimit { return false }
        }
        for index in units.indices.dropFirst().dropLast() where units[index - 1].isDigit {
            let (unit, next) = (units[index], units[index + 1])
            if next.isDigit, unit.equals(":") || unit.equals(".") { return false }
            guard unit.isSpace, next.unitClass == .small || next.unitClass == .capital else { continue }
            var end = index + 1
            while end < units.count, units[end].isWordPart, end - index < 5 { end += 1 }
            if Measures.symbols.contains(word(units[(index + 1)..<end])) { return false }
        }
        return true
    }

    /// Whether words begin with capitals, as far as the script has any, but for those that addresses write small.
    private static func hasPlausibleWords(_ units: UnsafeBufferPointer<TextUnit>) -> Bool {
        var (capitals, small) = (0, 0)
        var hasPlace = false
        var hasUnspaced = false
        for index in units.indices where units[index].isLetter {
            if LabelStream.isUnspaced(units[index].scalar), units[index].unitClass == .letter {
                hasUnspaced = hasUnspaced || (0x3400...0x9FFF).contains(units[index].scalar)
                hasPlace = hasPlace || places.contains(units[index].scalar)
            }
            guard index == 0 || !units[index - 1].isWordPart, !(index > 0 && units[index - 1].equals("'")) else {
                continue
            }
            var end = index
            while end < units.count, units[end].isWordPart, end - index < 16 { end += 1 }
            // A label with a colon belongs to another value.
            if end - index > 3, end + 1 < units.count, units[end].equals(":"), units[end + 1].isSpace { return false }
            if units[index].unitClass == .capital { capitals += 1 }
            if units[index].unitClass == .small, end - index > 2, !smallWords.contains(word(units[index..<end])) {
                small += 1
            }
        }
        return small == 0 || small < capitals ? hasPlace || !hasUnspaced : false
    }

    private static func word(_ units: Slice<UnsafeBufferPointer<TextUnit>>) -> String {
        var text = String.UnicodeScalarView()
        for unit in units where unit.unitClass != .mark { text.append(Unicode.Scalar(unit.folded) ?? " ") }
        return String(text)
    }
}

enum Measures {
    /// Symbols in small letters without accents.
    static let symbols = FoldedWords.set(
        "m km cm mm px kg g mg w kw kwh gb mb kb tb ms min h l ml kcal mhz ghz mah eur usd gbp pln chf"
    )
}
