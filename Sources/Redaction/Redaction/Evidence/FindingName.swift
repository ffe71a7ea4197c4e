import Detection
import SensitiveText

/// Name of a kind of findings for people, in lower case but for abbreviations.
public struct FindingName: Sendable, Hashable {
    /// The name of one finding, such as `telephone number`.
    public let one: String
    /// The name of several findings.
    public let several: String
    /// The shortest name of one finding, such as `phone`, for a label.
    public let label: String

    private init(_ one: String, _ several: String? = nil, label: String? = nil) {
        (self.one, self.several, self.label) = (one, several ?? one + "s", label ?? one)
    }

    /// All kinds that reports and receipts have, and their names: those of sensitive text first.
    public static let kinds: [(kind: String, name: FindingName)] =
        SensitiveKind.allCases.map { ($0.rawValue, FindingName($0)) }
        + CodeFormat.allCases.map { ($0.rawValue, FindingName($0)) } + [
            ("text", FindingName("piece of text", "pieces of text", label: "text")), ("face", FindingName("face")),
            ("code", FindingName("barcode")),
            ("element", FindingName("element of the page source", "elements of the page source", label: "element")),
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
        case .email: self.init("e-mail address", "e-mail addresses", label: "e-mail")
        case .phone: self.init("telephone number", label: "phone")
        case .card: self.init("card number", label: "card")
        case .cardSecurityCode: self.init("card security code", label: "CVC")
        case .iban: self.init("IBAN")
        case .bic: self.init("BIC")
        case .bankAccount: self.init("account number", label: "account")
        case .bankCode: self.init("bank code")
        case .nationalNumber: self.init("identity number", label: "ID")
        case .passport: self.init("passport number", label: "passport")
        case .machineReadableZone: self.init("machine-readable line", label: "MRZ")
        case .drivingLicence: self.init("driving licence number", label: "licence")
        case .dateOfBirth: self.init("date of birth", "dates of birth", label: "birth date")
        case .personName: self.init("name")
        case .postalAddress: self.init("postal address", "postal addresses", label: "address")
        case .urlCredentials: self.init("secret in a URL", "secrets in URLs", label: "URL secret")
        case .ipAddress: self.init("IP address", "IP addresses")
        case .macAddress: self.init("MAC address", "MAC addresses")
        case .coordinates: self.init("pair of coordinates", "pairs of coordinates", label: "coordinates")
        case .vin: self.init("vehicle number", label: "VIN")
        case .imei: self.init("device number", label: "IMEI")
        case .iccid: self.init("SIM card number", label: "SIM")
        case .oneTimeCode: self.init("one-time code", label: "code")
        case .pin: self.init("PIN")
        case .password: self.init("password")
        case .secret: self.init("key or token", "keys or tokens", label: "secret")
        case .recoveryPhrase: self.init("recovery phrase", label: "phrase")
        case .cryptoAddress: self.init("wallet address", "wallet addresses", label: "wallet")
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
