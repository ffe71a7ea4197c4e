import Artefacts
import SecureMemory

/// A way to a screen past the guard, which a reply would tell of.
public enum DirectWay: String, CaseIterable, Sendable {
    /// The protocol of developer tools.
    case cdp
    /// WebDriver BiDi over a web socket.
    case bidi
    /// A desktop over VNC.
    case vnc
    /// A stream of pictures of a device, and the servers on it.
    case mjpeg
    /// Another server that the client is told to turn to.
    case direct
    /// An upload of a recording to another server.
    case upload

    /// Names of members in JSON that tell of any but some.
    static func members(closedBut allowed: Set<DirectWay>) -> Set<String> {
        Set(allCases.filter { !allowed.contains($0) }.flatMap(\.members))
    }

    /// Names of members in JSON that tell of it.
    var members: [String] {
        switch self {
        case .cdp:
            [
                "debuggerAddress", "moz:debuggerAddress", "se:cdp", "se:cdpVersion", "se:forwardCdp",
                "webviewDevtoolsPort",
            ]
            .withVendor
        case .bidi: [DirectMembers.socketName, "se:bidi", "se:gridWebSocketUrl"]
        case .vnc: ["se:vnc", "se:vncLocalAddress", "se:noVncPort"]
        case .mjpeg:
            [
                "mjpegServerPort", "mjpegScreenshotUrl", "webDriverAgentUrl", "wdaBaseUrl", "wdaLocalPort",
                "wdaRemotePort",
                "systemPort", "adbPort", "remoteAdbHost", "chromedriverPort", "chromedriverPorts", "remoteDebugProxy",
            ]
            .withVendor
        case .direct:
            ["directConnectProtocol", "directConnectHost", "directConnectPort", "directConnectPath"].withVendor
        case .upload: []
        }
    }

    /// Members of the body of a command that opens it.
    var sought: [SoughtMember] {
        switch self {
        case .upload: [SoughtMember("remotePath", nil)]
        case .mjpeg: [SoughtMember("script", "mobile: startScreenStreaming")]
        case .cdp, .bidi, .vnc, .direct: []
        }
    }

    /// Parts of the path of a command that opens it: of those that show a tab or a desktop on another device.
    var paths: Set<String> {
        self == .upload ? ["set_sink_to_use", "start_tab_mirroring", "start_desktop_mirroring"] : []
    }
}

extension [String] {
    /// The names, and the names with the prefix of Appium.
    fileprivate var withVendor: [String] { self + map { "appium:\($0)" } }
}
