import Glibc
import Logging

/// Accepts connections on one listening socket, as long as there is room for them, and starts their tasks.
struct Acceptor {
    /// Runs its task, apart from the handlers'.
    let executor = QueueExecutor(label: "snapveil.listener")
    private let listener: Channel
    private let context: ServerContext

    /// How long accepting rests when there are no descriptors left. The socket stays readable, so waiting for that
    /// would spin.
    private static let exhaustionPause = Duration.milliseconds(100)

    /// Takes over a listening socket, which ``acceptConnections()`` closes.
    ///
    /// - Throws: ``HTTPServerError/cannotListen(address:reason:)``.
    init(_ descriptor: Int32, at address: SocketAddress, _ context: ServerContext) throws(HTTPServerError) {
        guard let listener = Channel(descriptor) else {
            throw .cannotListen(address: "\(address)", reason: "the kernel has no room to wait for another socket")
        }
        self.listener = listener
        self.context = context
        context.registry.insertListener(listener)
    }

    /// Accepts until the shutdown, stops listening, and returns when the last connection has ended.
    func acceptConnections() async {
        await withDiscardingTaskGroup { connections in
            while true {
                guard context.registry.hasRoom else {
                    context.logger.debug("no more connections are accepted for now")
                    let wakeups = await listener.wait(for: [.room, .shutdown], until: nil)
                    guard wakeups.isDisjoint(with: .lasting) else { break }
                    continue
                }
                do throws(SystemError) {
                    let (descriptor, address) = try Socket.accept(listener.descriptor)
                    let peer = address.network
                    guard let admission = context.registry.admit(peer) else {
                        refuse(descriptor)
                        continue
                    }
                    guard let channel = Channel(descriptor) else {
                        context.registry.leave(peer, admission)
                        refuse(descriptor)
                        continue
                    }
                    connections.start(channel, address, peer, admission, context)
                } catch {
                    guard await canGoOn(after: error) else { break }
                }
            }
            // At once, not when the connections have ended: a client that comes now is to try elsewhere.
            listener.close()
        }
    }

    private func refuse(_ descriptor: Int32) {
        close(descriptor)
        context.count(.connections)
    }

    /// Waits until accepting again makes sense; false if the server is shutting down.
    ///
    /// The shutdown is looked at only here, when nobody is left in the backlog: a client that got that far is let in.
    private func canGoOn(after error: SystemError) async -> Bool {
        let wakeups: Wakeups
        if error.wouldBlock {
            wakeups = await listener.wait(for: [.readable, .shutdown], until: nil)
        } else {
            context.logger.warning("a connection could not be accepted", metadata: ["reason": "\(error)"])
            wakeups = await listener.wait(for: [.shutdown], until: .now + Self.exhaustionPause)
        }
        return wakeups.isDisjoint(with: .lasting)
    }
}

extension DiscardingTaskGroup {
    /// Starts the task of an accepted connection, which gives its place back when it ends.
    fileprivate mutating func start(
        _ channel: Channel,
        _ address: SocketAddress,
        _ peer: String,
        _ admission: ConnectionRegistry.Admission,
        _ context: ServerContext
    ) {
        addTask(executorPreference: context.executor(for: channel.descriptor)) {
            await Connection(channel, context, from: address, of: peer, isReserve: admission == .probes).serve()
            context.registry.leave(peer, admission)
        }
    }
}
