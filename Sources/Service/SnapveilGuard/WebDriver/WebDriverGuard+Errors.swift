import HTTPServer
import HTTPTypes
import RedactionJobs
import SnapveilService

/// Errors in the form of WebDriver (W3C WebDriver, section 6.6), which clients of all languages raise.
extension WebDriverGuard {
    private struct Body: Encodable {
        struct Value: Encodable {
            let error: String
            let message: String
            let stacktrace = ""
        }
        let value: Value
    }

    func response(to error: GuardError) -> HTTPServerResponse {
        // Clients take 502 and 503 for success, or ask again.
        let status = error.status.code > 500 ? .internalServerError : error.status
        var head = HTTPResponse(status: status)
        head.headerFields[.cacheControl] = "no-cache"
        // Clients send the credentials of their URL once they are asked for them.
        if status == .unauthorized { head.headerFields[.wwwAuthenticate] = "Basic realm=\"snapveil\"" }
        let code = error.isUnsupported ? "unsupported operation" : "unknown error"
        return JSONText.response(
            head,
            type: "application/json; charset=utf-8",
            Body(value: Body.Value(error: code, message: "snapveil: \(error.message)"))
        )
    }
}
