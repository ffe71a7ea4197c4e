import HTTPTypes

/// The kinds of problems with a request, whatever it brings.
package enum RequestProblem: String, ProblemTopic {
    case queryMalformed = "query-malformed"
    case parameterInvalid = "parameter-invalid"
    case contentTypeMalformed = "content-type-malformed"
    case formUnsupported = "form-unsupported"
    case contentEncodingUnsupported = "content-encoding-unsupported"
    case multipartMalformed = "multipart-malformed"
    case jsonMalformed = "json-malformed"
    case base64Malformed = "base64-malformed"
    case bodyInvalid = "body-invalid"
    case bodyTooLarge = "body-too-large"
    case malformed = "request-malformed"
    case timeout = "request-timeout"
    case targetTooLong = "target-too-long"
    case fieldsTooLarge = "fields-too-large"
    case expectationFailed = "expectation-failed"
    case methodUnknown = "method-unknown"
    case versionUnsupported = "version-unsupported"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case notAcceptable = "not-acceptable"

    package static let heading = "The request"

    package var definition: ProblemDefinition {
        switch self {
        case .queryMalformed:
            ProblemDefinition(
                .badRequest,
                "The query is malformed",
                meaning: "a percent escape is incomplete or not UTF-8, or the query has too many parameters",
                remedy: "escape the query: `#` is `%23`, `%` is `%25`"
            )
        case .parameterInvalid:
            ProblemDefinition(
                .unprocessableContent,
                "A parameter cannot be used",
                meaning: "a parameter, part or member is unknown, repeated, or has a value that cannot be used",
                remedy: "correct the one that `parameter` names; `GET /openapi.json` describes them all",
                guide: "Requests#Parameters"
            )
        case .contentTypeMalformed:
            ProblemDefinition(
                .badRequest,
                "The Content-Type is malformed",
                meaning: "the `Content-Type` is not a media type",
                remedy: "correct it, or leave it out if the body is the snapshot"
            )
        case .formUnsupported:
            ProblemDefinition(
                .unsupportedMediaType,
                "The type of the body is not supported",
                meaning: "the body is `multipart`, but not `multipart/form-data`",
                remedy: "send the snapshot itself, `multipart/form-data` or `application/json`",
                guide: "Requests#Bodies"
            )
        case .contentEncodingUnsupported:
            ProblemDefinition(
                .unsupportedMediaType,
                "The body is encoded",
                meaning: "the body has a `Content-Encoding`",
                remedy: "send the body without compression"
            )
        case .multipartMalformed:
            ProblemDefinition(
                .badRequest,
                "The form is malformed",
                meaning: "the form is not valid `multipart/form-data`",
                remedy: "let a library write the form, with the boundary of its `Content-Type`; `curl -F` does"
            )
        case .jsonMalformed:
            ProblemDefinition(
                .badRequest,
                "The body is not JSON",
                meaning: "the `Content-Type` is JSON, and the body is not",
                remedy: "correct the place that the detail names"
            )
        case .base64Malformed:
            ProblemDefinition(
                .badRequest,
                "The base64 text is malformed",
                meaning: "a picture in the JSON body is not base64",
                remedy: "encode it as base64, with or without line breaks"
            )
        case .bodyInvalid:
            ProblemDefinition(
                .unprocessableContent,
                "A member of the body cannot be used",
                meaning: "a member of the JSON body is unknown, missing or has a value that cannot be used",
                remedy: "correct the one that `parameter` names; `GET /openapi.json` describes them all",
                guide: "Requests#Bodies"
            )
        case .bodyTooLarge:
            ProblemDefinition(
                .contentTooLarge,
                "The body is too large",
                meaning: "the body has more than 32 MiB (by default)",
                remedy: "send a smaller body, or raise the server's `--max-body-bytes`"
            )
        case .malformed:
            ProblemDefinition(
                .badRequest,
                "The request is not valid HTTP",
                meaning: "the request is malformed or ambiguous",
                remedy: "correct the client, or the proxy in front of the server"
            )
        case .timeout:
            ProblemDefinition(
                .requestTimeout,
                "The request arrived too slowly",
                meaning: "the head or the body arrived too slowly",
                remedy: "send it again, faster than the server's `--min-body-rate` and within its `--body-timeout`"
            )
        case .targetTooLong:
            ProblemDefinition(
                .uriTooLong,
                "The request target is too long",
                meaning: "the path and the query are too long together",
                remedy: "send the policy in the body"
            )
        case .fieldsTooLarge:
            ProblemDefinition(
                .requestHeaderFieldsTooLarge,
                "The header fields are too large",
                meaning: "the request has too many or too long header fields",
                remedy: "send fewer and shorter fields; cookies are not needed"
            )
        case .expectationFailed:
            ProblemDefinition(
                .expectationFailed,
                "The expectation cannot be met",
                meaning: "the request has an `Expect` other than `100-continue`",
                remedy: "leave `Expect` out"
            )
        case .methodUnknown:
            ProblemDefinition(
                .notImplemented,
                "The method is unknown",
                meaning: "HTTP has no such method",
                remedy: "use GET, HEAD, POST or PUT"
            )
        case .versionUnsupported:
            ProblemDefinition(
                .httpVersionNotSupported,
                "The HTTP version is not supported",
                meaning: "the request states another version of HTTP",
                remedy: "use HTTP/1.1"
            )
        case .notFound:
            ProblemDefinition(
                .notFound,
                "The path does not exist",
                meaning: "the API has no such path",
                remedy: "post snapshots to `/v1/sanitize`; `GET /openapi.json` describes every path",
                guide: "Requests#Overview"
            )
        case .methodNotAllowed:
            ProblemDefinition(
                .methodNotAllowed,
                "The path does not take the method",
                meaning: "the path takes other methods",
                remedy: "use a method that `Allow` lists"
            )
        case .notAcceptable:
            ProblemDefinition(
                .notAcceptable,
                "The reply has no form that Accept allows",
                meaning: "`Accept` names no form that the reply can have",
                remedy: "accept an image, JSON or `multipart/mixed`; a preview is JSON"
            )
        }
    }
}
