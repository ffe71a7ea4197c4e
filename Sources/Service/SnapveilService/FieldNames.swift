import HTTPTypes

/// The header fields of the API that HTTPTypes does not name.
extension HTTPField.Name {
    /// `API-Key`: a key, where `Authorization` is taken by a proxy.
    static let apiKey = Self(ofOurs: "API-Key")
    /// `Cross-Origin-Opener-Policy`: whether a page shares its window with one of another origin.
    static let crossOriginOpenerPolicy = Self(ofOurs: "Cross-Origin-Opener-Policy")
    /// `Permissions-Policy`: what a page may use of the device.
    static let permissionsPolicy = Self(ofOurs: "Permissions-Policy")
    /// `Referrer-Policy`: what a page tells others about where a link or a request is from.
    static let referrerPolicy = Self(ofOurs: "Referrer-Policy")
    /// `Sec-Fetch-Site`: how the page that sent a request relates to where it goes.
    static let secFetchSite = Self(ofOurs: "Sec-Fetch-Site")
    /// `Snapveil-Receipt`: policy, count and weakest assurance as compact JSON.
    static let snapveilReceipt = Self(ofOurs: "Snapveil-Receipt")
    /// `traceparent`: the place of a request in a trace (W3C Trace Context).
    static let traceParent = Self(ofOurs: "traceparent")
    /// `tracestate`: what vendors have to say of it.
    static let traceState = Self(ofOurs: "tracestate")
    /// `X-Request-Id`: what a request is called in the log and in its reply.
    static let requestID = Self(ofOurs: "X-Request-Id")

    /// A name that stands in this file. Traps if it is no token (RFC 9110, section 5.6.2): another name would be worse.
    private init(ofOurs name: StaticString) {
        guard let name = Self("\(name)") else { preconditionFailure("\(name) is not the name of a field") }
        self = name
    }
}
