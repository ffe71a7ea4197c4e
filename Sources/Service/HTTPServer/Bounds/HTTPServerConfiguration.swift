public import HTTPParsing

/// The address that a server listens on, and the bounds that it sets to its clients.
public struct HTTPServerConfiguration: Sendable, Hashable {
    /// The address or name to listen on, on all addresses that a name stands for. `::` is every address of both IPv6
    /// and IPv4. An address of IPv6 may stand in brackets.
    public var host = "127.0.0.1"

    /// The port to listen on; 0 takes a free one.
    public var port = 8080

    /// The path of a socket in the file system to listen on instead, of 107 bytes at most.
    public var unixSocket: String?

    /// The right to connect to ``unixSocket``, which is that to write: the owner's and the group's.
    public var unixSocketMode: UInt32 = 0o660

    /// Whether the connections have threads of their own, one for each core. By default, they share as many with the other servers of
    /// the process, one of which may keep all of them while it has too much to do. Own threads take 4 to 6 percent more processor time
    /// for short requests.
    public var hasOwnThreads = false

    // MARK: Bounds

    /// The bounds on request lines, fields and chunk lines.
    public var messageLimits = MessageLimits()

    /// Bytes that a body may have: 32 MiB. A larger one gets a 413.
    public var maximumBodyBytes = 32 << 20

    /// Bytes that all bodies being read or handled may have together: 256 MiB, and never less than one body. They are taken
    /// as they arrive. Where they run out, a body waits for ``uploadAdmissionTimeout``.
    public var maximumBytesInFlight = 256 << 20

    /// Descriptors that a body being read or handled takes: none, unless the handler has bodies read into memory that is
    /// shared with other processes.
    public var descriptorsPerBody = 0

    /// Bytes that all replies being made or waiting to be taken may have together: 256 MiB. One for which there is no room
    /// becomes a 503.
    public var maximumReplyBytes = 256 << 20

    /// The share of ``maximumBytesInFlight`` and of ``maximumReplyBytes`` that one peer, an IPv4 address or an IPv6
    /// network of 64 bits, may have while another waits: a half. Below 1, a quarter of ``maximumConnections`` is kept for
    /// peers that have less than a quarter. Set it to 1 if all requests come through one proxy.
    public var maximumPeerShare = 0.5

    /// Connections that may be open: 16 384. At this many, connections are closed after their reply and new ones wait
    /// in the kernel's backlog, but for the ``reservedConnections``.
    public var maximumConnections = 16_384

    /// Connections beyond the maximum on which probes are answered and everything else gets a 503: 16. Their heads have
    /// 1 s at most.
    public var reservedConnections = 16

    /// Requests that are answered on one connection before it is closed: 1000.
    public var maximumRequestsPerConnection = 1000

    /// Connections that the kernel holds until they are accepted: 4096, or the limit of the system.
    public var backlog = 4096

    // MARK: Deadlines

    /// The time from the connection, or the first byte of a later request, to the end of the head: 10 s. A slower head
    /// gets a 408.
    public var headerTimeout = Duration.seconds(10)

    /// The time for a whole body: 120 s. A slower one gets a 408.
    public var bodyTimeout = Duration.seconds(120)

    /// Bytes a second that a body has to arrive with, on average from its beginning: 8 KiB. Slower: 408. 0 is no bound.
    public var minimumBodyRate = 8 * 1024

    /// Bytes a second that a client has to take a reply with, on average from its beginning: 8 KiB. Slower: the
    /// connection is closed. 0 is no bound.
    public var minimumReplyRate = 8 * 1024

    /// Time that a body or a reply has before its minimum rate counts: 5 s.
    public var minimumRateGrace = Duration.seconds(5)

    /// The time that a body waits in all for more of ``maximumBytesInFlight``: 2 s. One that would wait longer gets a 503.
    public var uploadAdmissionTimeout = Duration.seconds(2)

    /// The time that a handler has for its reply: 60 s. After that, the client gets a 503.
    public var requestTimeout = Duration.seconds(60)

    /// The time that a client has to take the whole response, or a piece of one that is a stream: 60 s. After that, the connection is
    /// closed.
    public var writeTimeout = Duration.seconds(60)

    /// The time between two requests on a connection: 75 s, longer than a load balancer mostly waits (60 s), which
    /// should be the one to close. After that, the connection is closed.
    public var idleTimeout = Duration.seconds(75)

    /// The time that a connection is kept since it was opened or since its last reply when a shutdown begins: 1 s. A proxy that
    /// just uses it again could send a request of some length to no other server. Those that are idle for longer are closed at
    /// once.
    public var minimumIdleTime = Duration.seconds(1)

    /// The time for the rest of a request that was refused: 2 s. It is read and dropped, so that the client, which may
    /// still be sending, gets to see the reply.
    public var lingerTimeout = Duration.seconds(2)

    /// Bytes that are read of the rest of a request that was refused: 64 MiB.
    public var lingerBytes = 64 << 20

    /// The time for requests that still run when a shutdown begins: 25 s, within the 30 s that Kubernetes gives.
    public var gracePeriod = Duration.seconds(25)

    /// The default bounds and deadlines.
    public init() {}
}
