/// A sensitive part of a text: its kind and place, never the value.
public struct SensitiveFinding: Equatable, Sendable {
    /// The kind of the value.
    public let kind: SensitiveKind
    /// The rules that a ``SensitiveKind/nationalNumber`` follows; nil for other kinds.
    public let scheme: NumberScheme?
    /// How sure it is, 0...1: 0.9 and more with a check digit and a label, or a form that nothing else has.
    public let score: Double
    /// The strongest evidence for it.
    public let reason: SensitiveReason
    /// Where the value is, in reading order: one span, or one for each piece that holds a part of it.
    public let spans: [TextSpan]
}

/// The evidence that makes a text a finding. The raw values are those of receipts and reports.
public enum SensitiveReason: String, CaseIterable, Codable, Sendable {
    /// Words beside, above or in front of the value name its kind.
    case caption
    /// Check digits are right, as those of few other numbers are.
    case checksum
    /// A form, a beginning or an ending that hardly anything else has.
    case form
    /// The value, or a part of it, is in a list of known ones.
    case lexicon
    /// The words round the value, such as a title or a greeting, go with its kind.
    case surroundings
}

/// A part of a piece of text.
public struct TextSpan: Equatable, Sendable {
    /// The index of the piece, in the order in which pieces were appended.
    public let piece: Int
    /// The Unicode scalars of the piece, counted from its first. Never empty.
    public let scalars: Range<Int>
}

/// Kind of a sensitive text. The raw values are those of policies.
public enum SensitiveKind: String, CaseIterable, Sendable {
    /// An e-mail address.
    case email
    /// A telephone number of a person; not of a hotline.
    case phone
    /// The number of a payment card.
    case card
    /// The three or four digits that prove that someone holds a card.
    case cardSecurityCode
    /// An international bank account number.
    case iban
    /// The code of a bank in international transfers, also called SWIFT code.
    case bic
    /// The number of an account at a bank, as it is used within a country.
    case bankAccount
    /// The code of a bank within a country: ABA routing number, sort code, BSB, IFSC, Bankleitzahl.
    case bankCode
    /// A number that a state gives a person: for identity, social insurance, health or taxes.
    case nationalNumber
    /// The number of a passport.
    case passport
    /// A line of the zone of a passport or identity card that machines read.
    case machineReadableZone
    /// The number of a driving licence.
    case drivingLicence
    /// A date of birth.
    case dateOfBirth
    /// The name of a person.
    case personName
    /// Where someone lives, or where something is sent to.
    case postalAddress
    /// A user name with a password, or a token, in a URL.
    case urlCredentials
    /// An IP address.
    case ipAddress
    /// The address of a network interface.
    case macAddress
    /// A latitude with a longitude.
    case coordinates
    /// The number of a vehicle.
    case vin
    /// The number of a mobile device.
    case imei
    /// The number of a SIM card.
    case iccid
    /// A code that is valid once: of a text message, an app or an e-mail.
    case oneTimeCode
    /// A personal identification number.
    case pin
    /// A password.
    case password
    /// A key or a token of a program: JWT, keys of cloud services, private keys.
    case secret
    /// The words that a wallet is recovered with.
    case recoveryPhrase
    /// The address of a wallet.
    case cryptoAddress
}
