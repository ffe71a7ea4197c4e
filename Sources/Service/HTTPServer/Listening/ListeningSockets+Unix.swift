import Glibc
import Synchronization

extension ListeningSockets {
    /// Binds a socket in the file system (unix(7)). The socket of an earlier server at the path is replaced; one that
    /// somebody listens on is not, and neither is any other file.
    ///
    /// To be called while there is one thread, because the permissions of new files are those of the process.
    ///
    /// - Parameters:
    ///   - path: The path, of 107 bytes at most.
    ///   - mode: The right to connect, which is that to write: `0o660` for the owner and the group.
    /// - Throws: ``HTTPServerError/cannotListen(address:reason:)``.
    public convenience init(unixSocket path: String, mode: UInt32) throws(HTTPServerError) {
        do throws(SystemError) {
            self.init([try Self.bind(path, mode: mode_t(mode))])
        } catch {
            throw .cannotListen(address: path, reason: Self.reason(error))
        }
    }

    /// Held while the mask of the process is another: two sockets at once would take each other's.
    private static let creationMask = Mutex(())

    private static func bind(_ path: String, mode: mode_t) throws(SystemError) -> Bound {
        var address = try sockaddr_storage(unixSocket: path)
        try removeRemains(at: path, address)
        let descriptor = try Socket.make(family: AF_UNIX)
        let error = creationMask.withLock { _ in
            let previous = umask(~mode & 0o777)
            defer { umask(previous) }
            let isBound = address.withPointer { Glibc.bind(descriptor, $0, sockaddr_storage.unixByteCount) } == 0
            return isBound ? nil : SystemError.last
        }
        if let error {
            close(descriptor)
            throw error
        }
        return Bound(descriptor: descriptor, address: SocketAddress(unixSocket: path), file: SocketFile(path))
    }

    /// Removes a socket that nobody listens on.
    private static func removeRemains(at path: String, _ address: sockaddr_storage) throws(SystemError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw SystemError(number: EEXIST) }
        let descriptor = try Socket.make(family: AF_UNIX)
        defer { close(descriptor) }
        var address = address
        let isAlone = address.withPointer { connect(descriptor, $0, sockaddr_storage.unixByteCount) } != 0
        // A backlog that is full belongs to somebody, too.
        guard isAlone, errno == ECONNREFUSED else { throw SystemError(number: EADDRINUSE) }
        guard unlink(path) == 0 else { throw SystemError.last }
    }

    private static func reason(_ error: SystemError) -> String {
        switch error.number {
        case ENAMETOOLONG: "the path of a socket has 1 to 107 bytes"
        case EEXIST: "a file that is not a socket has this path"
        default: error.description
        }
    }
}

/// The file of a socket in the file system.
struct SocketFile: Sendable {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// Nil if there is no file.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.path = path
        (device, number) = (status.st_dev, status.st_ino)
    }

    /// Removes the file, unless another is at its path. Called before the socket is closed, after which another file may have its
    /// number.
    func remove() {
        guard let current = Self(path), current.device == device, current.number == number else { return }
        unlink(path)
    }
}

extension sockaddr_storage {
    static var unixByteCount: socklen_t { socklen_t(MemoryLayout<sockaddr_un>.size) }

    /// Throws `ENAMETOOLONG` for a path that has no place in an address, or is none.
    init(unixSocket path: String) throws(SystemError) {
        self.init()
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { throw SystemError(number: ENAMETOOLONG) }
        ss_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &self) { storage in
            UnsafeMutableRawBufferPointer(rebasing: storage.dropFirst(MemoryLayout<sa_family_t>.size))
                .copyBytes(from: bytes)
        }
    }
}
