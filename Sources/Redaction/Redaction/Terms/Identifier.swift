extension String {
    /// Whether the text can name a policy, an asset, a key or a request: 1 to `maximumLength` ASCII letters, digits,
    /// dots, hyphens and underscores. Such a name fits a header field, a log line and a file name as it is.
    package func isIdentifier(maximumLength: Int = 64) -> Bool {
        (1...maximumLength).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Whether the text is 1 to `maximumLength` bytes that print on one line.
    func isLine(maximumLength: Int) -> Bool {
        (1...maximumLength).contains(utf8.count)
            && unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
                default: true
                }
            }
    }
}
