import HTTPServer
import HTTPTypes
import RedactionJobs
import SecureMemory
import SnapveilService

/// A reply with an error in the form of WebDriver (W3C WebDriver, section 6.6), which clients of all languages raise.
struct WebDriverError: Error {
    /// The status: 500 unless the request is at fault. Clients take 502 and 503 for success, or ask again.
    let status: HTTPResponse.Status
    /// The code of the error.
    let code: String
    /// A sentence without a byte of a picture.
    let message: String

    /// An error in place of a reply that cannot be made safe, for a reason of workers.
    static func unsafe(_ reason: String) -> WebDriverError { .refusal("the reply cannot be made safe: \(reason)") }

    /// An error that the guard gives in place of a reply.
    static func refusal(_ reason: String) -> WebDriverError {
        WebDriverError(status: .internalServerError, code: "unknown error", message: reason)
    }

    /// An error about a request that the guard does not pass on.
    static func notPassedOn(_ reason: String) -> WebDriverError {
        WebDriverError(status: .internalServerError, code: "unsupported operation", message: reason)
    }

    private struct Body: Encodable {
        struct Value: Encodable {
            let error: String
            let message: String
            let stacktrace = ""
        }
        let value: Value
    }

    var response: HTTPServerResponse {
        var head = HTTPResponse(status: status)
        head.headerFields[.cacheControl] = "no-cache"
        // Clients send the credentials of their URL once they are asked for them.
        if status == .unauthorized { head.headerFields[.wwwAuthenticate] = "Basic realm=\"snapveil\"" }
        return JSONText.response(
            head,
            type: "application/json; charset=utf-8",
            Body(value: Body.Value(error: code, message: "snapveil: \(message)"))
        )
    }
}
