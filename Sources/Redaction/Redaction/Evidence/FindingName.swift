import Detection
import SensitiveText

/// Name of a kind of findings for people, in lower case but for abbreviations.
public struct FindingName: Sendable, Hashable {
    /// The name of one finding, such as `telephone number`.
    public let one: String
    /// The name of several findings.
    public let several: String

    private init(_ one: String, _ several: String? = nil) {
        (self.one, self.several) = (one, several ?? one + "s")
    }

    /// All kinds that reports and receipts have, and their names: those of sensitive text first.
    public static let kinds: [(kind: String, name: FindingName)] =
        SensitiveKind.allCases.map { ($0.rawValue, FindingName($0)) }
        + CodeFormat.allCases.map { ($0.rawValue, FindingName($0)) } + [
            ("text", FindingName("piece of text", "pieces of text")), ("face", FindingName("face")),
            ("code", FindingName("barcode")),
            ("element", FindingName("element of the page source", "elements of the page source")),
        ]

    /// The raw values of the kinds of sensitive text.
    public static let textKinds = SensitiveKind.allCases.map(\.rawValue)

    /// The words for each reason of a finding; they follow "by".
    public static let reasons: [(reason: String, words: String)] =
        FindingReason.allCases.map { ($0.rawValue, $0.words) }

    private static let byKind = Dictionary(uniqueKeysWithValues: kinds)

    /// The name of a kind of a report or a receipt; nil for a word that is none.
    public init?(kind: String) {
        guard let name = Self.byKind[kind] else { return nil }
        self = name
    }
}

extension FindingName {
    private init(_ format: CodeFormat) {
        switch format {
        case .qrCode, .microQRCode: self.init("QR code")
        default: self.init("barcode")
        }
    }

    private init(_ kind: SensitiveKind) {
        switch kind {
        case .email: self.init("e-mail address", "e-mail addresses")
        case .phone: self.init("telephone number")
        case .card: self.init("card number")
        case .cardSecurityCode: self.init("card security code")
        case .iban: self.init("IBAN")
        case .bic: self.init("BIC")
        case .bankAccount: self.init("account number")
        case .bankCode: self.init("bank code")
        case .nationalNumber: self.init("identity number")
        case .passport: self.init("passport number")
        case .machineReadableZone: self.init("machine-readable line")
        case .drivingLicence: self.init("driving licence number")
        case .dateOfBirth: self.init("date of birth", "dates of birth")
        case .personName: self.init("name")
        case .postalAddress: self.init("postal address", "postal addresses")
        case .urlCredentials: self.init("secret in a URL", "secrets in URLs")
        case .ipAddress: self.init("IP address", "IP addresses")
        case .macAddress: self.init("MAC address", "MAC addresses")
        case .coordinates: self.init("pair of coordinates", "pairs of coordinates")
        case .vin: self.init("vehicle number")
        case .imei: self.init("device number")
        case .iccid: self.init("SIM card number")
        case .oneTimeCode: self.init("one-time code")
        case .pin: self.init("PIN")
        case .password: self.init("password")
        case .secret: self.init("key or token", "keys or tokens")
        case .recoveryPhrase: self.init("recovery phrase")
        case .cryptoAddress: self.init("wallet address", "wallet addresses")
        }
    }
}

extension FindingReason {
    /// The reason for people, behind "by".
    public var words: String {
        switch self {
        case .caption: "a caption"
        case .checksum: "its check digits"
        case .form: "its form"
        case .lexicon: "a known name"
        case .surroundings: "the words round it"
        case .look: "how it looks"
        case .pattern: "a pattern of the policy"
        case .selector: "a selector of the policy"
        case .source: "its role or name"
        }
    }
}
