/// Upper bounds on the work that a file of a stranger may cause.
public enum AgeLimits {
    /// Upper bound on the bytes of a header.
    public static let maximumHeaderByteCount = 64 << 10

    /// Upper bound on the stanzas of a header. A writer makes one for each recipient.
    public static let maximumStanzaCount = 256

    /// Upper bound on the recipients of an ``AgeWriter``.
    public static let maximumRecipientCount = 64

    /// Upper bound on the key agreements to open a file: stanzas of X25519 times identities, each some 50 µs.
    public static let maximumAgreementCount = 4096

    /// Upper bound on the exponent of the work factor of scrypt, to read or to write: 2^20 blocks of 1 KiB, which are 1
    /// GiB of memory and some seconds.
    public static let maximumWorkFactor = 20

    /// Upper bound on the bytes of white space before armour, and on those after it.
    public static let maximumWhiteSpaceByteCount = 1024
}
