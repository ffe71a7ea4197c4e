import Glibc

/// An error number of the system.
struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The one that the last call left.
    static var last: SystemError { SystemError(number: errno) }

    /// The system's message.
    var description: String { String(cString: strerror(number)) }

    /// Whether the call would succeed later: nothing to read, no room to write.
    var wouldBlock: Bool { number == EAGAIN || number == EWOULDBLOCK }

    /// Whether the process or the system has run out of descriptors or memory for sockets.
    var isExhaustion: Bool { number == EMFILE || number == ENFILE || number == ENOBUFS || number == ENOMEM }
}
