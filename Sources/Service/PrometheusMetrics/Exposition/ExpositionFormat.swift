/// How metrics are written for a server that collects them.
public enum ExpositionFormat: CaseIterable, Sendable {
    /// The text format of Prometheus, version 0.0.4.
    case text
    /// OpenMetrics 1.0, which has units and exemplars.
    case openMetrics

    /// The media type, without parameters.
    public var mediaType: String {
        switch self {
        case .text: "text/plain"
        case .openMetrics: "application/openmetrics-text"
        }
    }

    /// The value of `Content-Type`.
    public var contentType: String {
        switch self {
        case .text: "\(mediaType); version=0.0.4; charset=utf-8"
        case .openMetrics: "\(mediaType); version=1.0.0; charset=utf-8"
        }
    }
}
