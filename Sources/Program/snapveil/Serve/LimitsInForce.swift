import HTTPServer
import ImageCore
import Logging
import SnapveilService

extension SnapveilService.Configuration {
    /// What a server takes, by the names of the settings, and what there is to take and to look with.
    func limitsInForce(idleBytes: Int) -> Logger.Metadata {
        let settings = [
            "workers": workers,
            "max-pixels": limits.maximumPixels,
            "max-body-bytes": server.maximumBodyBytes,
            "max-connections": server.maximumConnections,
            "max-work-bytes": maximumWorkBytes,
            "max-bytes-in-flight": server.maximumBytesInFlight,
            "max-reply-bytes": server.maximumReplyBytes,
            "max-idle-bytes": idleBytes,
        ]
        var metadata = settings.mapValues { Logger.MetadataValue.stringConvertible($0) }
        metadata["models"] = "\(models ?? "none")"
        metadata["processors"] = .stringConvertible(HostLimits.processors)
        metadata["memory"] = .stringConvertible(HostLimits.memoryByteCount)
        return metadata
    }
}
