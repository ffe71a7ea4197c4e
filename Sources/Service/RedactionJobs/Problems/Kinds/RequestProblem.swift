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
                meaning: "a percent escape is incomplete or not UTF-8, or there are too many parameters",
                remedy: "escape the query: `#` is `%23`, `%` is `%25`"
            )
        case .parameterInvalid:
            ProblemDefinition(
                .unprocessableContent,
                "A parameter cannot be used",
                meaning: "a parameter, part or member is unknown, repeated, or has a value that cannot be used",
                remedy: "mend the one that `parameter` names; `GET /openapi.json` describes them all",
                guide: "Requests#Parameters"
            )
        case .contentTypeMalformed:
            ProblemDefinition(
                .badRequest,
                "The Content-Type is malformed",
                meaning: "the `Content-Type` cannot be read",
                remedy: "mend it, or leave it out for a body that is the snapshot"
            )
        case .formUnsupported:
            ProblemDefinition(
                .unsupportedMediaType,
                "This kind of body is not taken",
                meaning: "a `multipart` body that is no `multipart/form-data`",
                remedy: "send the picture itself, `multipart/form-data` or `application/json`",
                guide: "Requests#Bodies"
            )
        case .contentEncodingUnsupported:
            ProblemDefinition(
                .unsupportedMediaType,
                "The body is encoded",
                meaning: "the body has a `Content-Encoding`",
                remedy: "send it as it is"
            )
        case .multipartMalformed:
            ProblemDefinition(
                .badRequest,
                "The form is malformed",
                meaning: "the form does not parse",
                remedy: "let a library write the form, with the boundary of its `Content-Type`; `curl -F` does"
            )
        case .jsonMalformed:
            ProblemDefinition(
                .badRequest,
                "The body is not JSON",
                meaning: "the body is not JSON",
                remedy: "mend the place that the detail names"
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
                meaning: "the JSON body has a member that cannot be used",
                remedy: "mend the one that `parameter` names; `GET /openapi.json` describes them all",
                guide: "Requests#Bodies"
            )
        case .bodyTooLarge:
            ProblemDefinition(
                .contentTooLarge,
                "The body is too large",
                meaning: "over 32 MiB (by default)",
                remedy: "send a smaller one, or raise `--max-body-bytes` of the server"
            )
        case .malformed:
            ProblemDefinition(
                .badRequest,
                "The request is not well-formed HTTP",
                meaning: "not well-formed HTTP/1.1",
                remedy: "mend the client, or what stands between it and this server; nothing ambiguous is tolerated"
            )
        case .timeout:
            ProblemDefinition(
                .requestTimeout,
                "The request came too slowly",
                meaning: "the head or the body came too slowly",
                remedy: "send it again, faster than `--min-body-rate` and within `--body-timeout` of the server"
            )
        case .targetTooLong:
            ProblemDefinition(
                .uriTooLong,
                "The request target is too long",
                meaning: "the URL is too long",
                remedy: "send the policy in the body"
            )
        case .fieldsTooLarge:
            ProblemDefinition(
                .requestHeaderFieldsTooLarge,
                "The header fields are too large",
                meaning: "the header fields are too many or too long",
                remedy: "send fewer and shorter ones: no cookies are needed here"
            )
        case .expectationFailed:
            ProblemDefinition(
                .expectationFailed,
                "The expectation cannot be met",
                meaning: "an `Expect` other than `100-continue`",
                remedy: "leave it out"
            )
        case .methodUnknown:
            ProblemDefinition(
                .notImplemented,
                "The method is not known",
                meaning: "a method that HTTP does not know",
                remedy: "use GET, HEAD, POST or PUT"
            )
        case .versionUnsupported:
            ProblemDefinition(
                .httpVersionNotSupported,
                "The HTTP version is not supported",
                meaning: "another version of HTTP",
                remedy: "use HTTP/1.1"
            )
        case .notFound:
            ProblemDefinition(
                .notFound,
                "There is nothing here",
                meaning: "nothing is at this path",
                remedy: "post snapshots to `/v1/sanitize`; `GET /openapi.json` describes every path",
                guide: "Requests#Overview"
            )
        case .methodNotAllowed:
            ProblemDefinition(
                .methodNotAllowed,
                "This method is not for this path",
                meaning: "the path takes other methods",
                remedy: "use one of those that `Allow` lists"
            )
        case .notAcceptable:
            ProblemDefinition(
                .notAcceptable,
                "Nothing that the Accept field names can be given",
                meaning: "nothing that `Accept` names can be given",
                remedy: "accept an image, JSON or `multipart/mixed`; a preview is JSON"
            )
        }
    }
}
