import SeededRandom

/// What a user sees as one thing, whatever it is built with.
enum Widget {
    case text(String)
    /// Text of several lines.
    case note([String])
    case button(String)
    /// A field with what was typed.
    case field(label: String, value: String)
    /// A field that shows what it is for.
    case emptyField(hint: String)
    case secret(label: String)
    case picker(String)
    /// Texts that belong together, and what can be done with them.
    case card([String], action: String?)
    case toggle(String)
    /// A picture that can be tapped, and shows no text.
    case icon(String)
    /// Takes no place, although it has a name.
    case nothing(String)

    /// Points from its upper to its lower edge.
    var height: Double {
        switch self {
        case .text: 26
        case .note(let lines): Double(lines.count) * 22
        case .button, .toggle, .picker: 44
        case .field, .emptyField, .secret: 56
        case .card(let lines, let action): Double(lines.count) * 24 + (action == nil ? 12 : 56)
        case .icon: 40
        case .nothing: 0
        }
    }

    /// Any of them but the last.
    static func any(_ random: inout SeededGenerator) -> Widget {
        switch random.int(0...10) {
        case 0, 1: .text(random.words)
        case 2: .note((0...random.int(1...3)).map { _ in random.words })
        case 3: .button(random.words)
        case 4: .field(label: random.words, value: random.words)
        case 5: .emptyField(hint: random.words)
        case 6: .secret(label: random.words)
        case 7: .picker(random.words)
        case 8: .card((0...random.int(1...3)).map { _ in random.words }, action: random.chance(50) ? random.words : nil)
        case 9: .toggle(random.words)
        default: .icon(random.words)
        }
    }
}

extension SeededGenerator {
    /// Something that an app could say, in one of several scripts.
    var words: String {
        mutating get {
            element(of: [
                "Leila Haddad", "4111 1111 1111 1111", "Balance: 3.060,12 €", "OK", "Terms & Conditions", "a < b \"c\"",
                "+49 164 6090228", "leila.haddad@example.org", "رصيد الحساب", "יתרה", "口座残高", "잔액", "1", "📷 Scan",
                "IBAN DE02 1203 0000 0000 2020 51", "Überweisung an Jürgen über 12,00 € am Donnerstag ausführen",
                "•••• 4242",
            ])
        }
    }
}
