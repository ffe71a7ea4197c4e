import Glibc

/// The socket calls that the server makes, each without blocking and tried again when a signal interrupts it.
enum Socket {
    enum Received {
        case bytes(Int)
        case nothingYet
        /// The other end has sent all that it will.
        case end
        case failed(SystemError)
    }

    enum Sent {
        case bytes(Int)
        case noRoomYet
        case failed(SystemError)
    }

    /// Reads into `buffer`, which must not be empty.
    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Received {
        received { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    }

    /// Reads into `buffer`, which must not be empty, and leaves the bytes to be read once more.
    static func peek(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Received {
        received { recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_PEEK)) }
    }

    /// Reads up to `count` bytes, more than 0, and drops them. TCP copies nothing then (`MSG_TRUNC`, tcp(7)).
    static func discard(_ descriptor: Int32, upTo count: Int) -> Received {
        let discarded = received { recv(descriptor, nil, count, Int32(MSG_TRUNC)) }
        guard case .failed(let error) = discarded, error.number == EFAULT else { return discarded }
        // Any other kind of socket copies all the same.
        return withUnsafeTemporaryAllocation(byteCount: 16 << 10, alignment: 1) { buffer in
            defer { if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) } }
            return receive(descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count)))
        }
    }

    /// Bytes, or their end, that can be read from a socket.
    enum Arrival {
        case nothing, bytes
        /// Maybe bytes, after which no more will come.
        case end
    }

    /// Asks by one call what can be read from each of some sockets; bytes from all of them if it fails.
    static func arrivals(at descriptors: [Int32]) -> [Arrival] {
        // POLLRDHUP, which Glibc's module does not have.
        let isHalfClosed: Int16 = 0x2000
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN) | isHalfClosed, revents: 0) }
        guard poll(&entries, nfds_t(entries.count), 0) >= 0 else { return descriptors.map { _ in .bytes } }
        return entries.map { entry in
            if entry.revents & ~Int16(POLLIN) != 0 { return .end }
            return entry.revents == 0 ? .nothing : .bytes
        }
    }

    private static func received(_ call: () -> Int) -> Received {
        while true {
            let count = call()
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            let error = SystemError.last
            if error.wouldBlock { return .nothingYet }
            guard error.number == EINTR else { return .failed(error) }
        }
    }

    /// Writes three parts, one after the other, as far as there is room, without a copy to join them. Raises no SIGPIPE.
    static func send(
        _ descriptor: Int32,
        _ first: UnsafeRawBufferPointer,
        _ second: UnsafeRawBufferPointer,
        _ third: UnsafeRawBufferPointer
    ) -> Sent {
        withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { parts in
            for (index, part) in [first, second, third].enumerated() {
                // The kernel only reads through these pointers; iovec is shared with readv and knows no const.
                parts[index] = iovec(iov_base: UnsafeMutableRawPointer(mutating: part.baseAddress), iov_len: part.count)
            }
            var message = msghdr()
            message.msg_iov = parts.baseAddress
            message.msg_iovlen = 3
            while true {
                let count = sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL))
                if count >= 0 { return .bytes(count) }
                let error = SystemError.last
                if error.wouldBlock { return .noRoomYet }
                guard error.number == EINTR else { return .failed(error) }
            }
        }
    }

    /// Writes all of the last bytes of a connection, in one packet with its end if that follows at once; false if there is no room.
    static func send(_ descriptor: Int32, last bytes: UnsafeRawBufferPointer) -> Bool {
        Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_MORE)) == bytes.count
    }

    /// Bytes that were written and that the other end has not got yet, as far as the system knows (`SIOCOUTQ`, tcp(7)).
    static func unsentByteCount(_ descriptor: Int32) -> Int {
        var count: Int32 = 0
        // Glibc's module does not have the macro, which is this one of terminals.
        guard ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
        return Int(count)
    }

    /// Ends the sending half. Fails only if the connection is gone, which the next read shows.
    static func endSending(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Has `close` reset the connection and drop bytes that were not sent yet (`SO_LINGER`, socket(7)).
    static func resetOnClose(_ descriptor: Int32) {
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
    }

    /// Has the system look whether the other end of a connection on which nothing is said is still there, from a minute on: one that
    /// was switched off says nothing (`SO_KEEPALIVE`, tcp(7)).
    static func keepAlive(_ descriptor: Int32) {
        setOption(descriptor, SOL_SOCKET, SO_KEEPALIVE, 1)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 60)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 15)
        setOption(descriptor, Int32(IPPROTO_TCP), TCP_KEEPCNT, 4)
    }

    static func option(_ descriptor: Int32, _ level: Int32, _ option: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, level, option, &value, &length) == 0 ? value : nil
    }

    @discardableResult
    static func setOption(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32) -> Bool {
        var value = value
        return setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
    }
}

struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    static var last: SystemError { SystemError(number: errno) }

    var description: String { String(cString: strerror(number)) }

    /// Whether the call would succeed later: nothing to read, no room to write.
    var wouldBlock: Bool { number == EAGAIN || number == EWOULDBLOCK }
}

extension Socket {
    /// A non-blocking stream socket, which the caller closes.
    static func make(family: Int32) throws(SystemError) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { throw .last }
        return descriptor
    }

    /// Accepts a connection that is waiting: a non-blocking descriptor, which the caller closes.
    static func accept(_ listener: Int32) throws(SystemError) -> (descriptor: Int32, address: SocketAddress) {
        while true {
            var address = sockaddr_storage()
            var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
            // Glibc's module has no accept4. The gap before FD_CLOEXEC matters to nobody: this process starts no other.
            let descriptor = address.withPointer { Glibc.accept(listener, $0, &length) }
            guard descriptor >= 0 else {
                let error = SystemError.last
                // A client that gave up while it was waiting, or a signal: the next one may be there.
                if error.number == EINTR || error.number == ECONNABORTED || error.number == EPROTO { continue }
                throw error
            }
            do throws(SystemError) {
                try keepFromWaiting(descriptor)
            } catch {
                close(descriptor)
                throw error
            }
            // A response goes out in one call; waiting to join it with another would only delay it.
            setOption(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
            return (descriptor, SocketAddress(address))
        }
    }

    /// Makes a descriptor non-blocking, and closed in programs that this process may start.
    static func keepFromWaiting(_ descriptor: Int32) throws(SystemError) {
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else {
            throw .last
        }
    }
}

extension sockaddr_storage {
    /// Calls `body` with the address as the system takes it.
    mutating func withPointer<Result>(_ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
        withUnsafeMutablePointer(to: &self) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
