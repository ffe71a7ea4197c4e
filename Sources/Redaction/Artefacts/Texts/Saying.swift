import SensitiveText

/// What a text says, and so which findings in it count.
enum Saying {
    /// Something that somebody may have said: all findings count.
    case anything
    /// The words of a program, whose captions and names are its own.
    case program
    /// Code, in which names and numbers are no values.
    case code

    /// Kinds that are numbers, of which a program has many others: places in a drawing, versions, sizes.
    private static let numbers: Set<SensitiveKind> = [.coordinates, .phone, .ipAddress, .dateOfBirth, .postalAddress]

    func allows(_ finding: SensitiveFinding) -> Bool {
        switch self {
        case .anything: true
        case .program:
            finding.kind != .personName && [.form, .checksum, .lexicon].contains(finding.reason)
                && !Self.numbers.contains(finding.kind)
        case .code: finding.kind != .personName && [.checksum, .lexicon].contains(finding.reason)
        }
    }
}
