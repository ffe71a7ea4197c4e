/// The letters and digits of a number without what separates them, in capitals.
struct CompactNumber {
    /// Most characters that a number has.
    static let capacity = 36

    private var characters = InlineArray<36, UInt8>(repeating: 0)
    /// How many characters there are, at most ``capacity``.
    private(set) var count = 0

    init() {}

    /// The characters of `text`, of which there are at most ``capacity``.
    init(_ text: String) {
        for byte in text.utf8.prefix(Self.capacity) { append(byte) }
    }

    /// Appends a character, of which there are less than ``capacity``.
    mutating func append(_ character: UInt8) {
        characters[count] = character
        count += 1
    }

    /// The character at `index`, which is less than ``count``.
    subscript(index: Int) -> UInt8 {
        get { characters[index] }
        set { characters[index] = newValue }
    }

    /// The value of the digit at `index`; of a letter, one that is 17 and more.
    func digit(_ index: Int) -> Int {
        Int(characters[index]) - 48
    }

    func isDigit(_ index: Int) -> Bool {
        (48...57).contains(characters[index])
    }

    /// The digits in `range` as a number, of which there are at most 18.
    func value(_ range: Range<Int>) -> Int {
        range.reduce(0) { $0 &* 10 &+ digit($1) }
    }

    /// 0 for A up to 25 for Z; of others, what is outside of that.
    func letter(_ index: Int) -> Int {
        Int(characters[index]) - 65
    }

    /// 0...9 for digits and 10...35 for letters.
    func value36(_ index: Int) -> Int {
        isDigit(index) ? digit(index) : letter(index) + 10
    }

    /// Whether the number begins with `prefix`.
    func hasPrefix(_ prefix: StaticString) -> Bool {
        guard prefix.utf8CodeUnitCount <= count else { return false }
        return (0..<prefix.utf8CodeUnitCount).allSatisfy { characters[$0] == prefix.utf8Start[$0] }
    }

    /// Whether all characters are the same.
    var isUniform: Bool {
        (1..<max(count, 1)).allSatisfy { characters[$0] == characters[0] }
    }
}
