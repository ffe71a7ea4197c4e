import Glibc
import Logging

/// Accepts connections on one listening socket while there is room for them, and starts their tasks.
struct Acceptor {
    let executor = QueueExecutor(label: "snapveil.listener", hasThread: true)
    private let listener: Channel
    private let file: SocketFile?
    private let context: ServerContext

    /// The pause of accepting when there are no descriptors left: the socket stays readable, and waiting for it would spin.
    private static let exhaustionPause = Duration.milliseconds(100)

    /// Takes over a listening socket, which ``acceptConnections()`` closes, and its file, which it removes.
    init(_ socket: ListeningSockets.Bound, _ context: ServerContext) throws(HTTPServerError) {
        guard let listener = Channel(socket.descriptor) else {
            let reason = "the kernel has no room to wait for another socket"
            throw .cannotListen(address: "\(socket.address)", reason: reason)
        }
        self.listener = listener
        file = socket.file
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
                        drop(descriptor)
                        continue
                    }
                    let place = Place(peer: peer, admission: admission, context: context)
                    let hasNoTime = admission == .anything && context.hasNoTime(for: peer)
                    if hasNoTime, EarlyRefusal.isDue(descriptor) {
                        place.refuse(descriptor)
                    } else if let channel = Channel(descriptor) {
                        connections.start(channel, from: address, at: place, hasNoTime: hasNoTime)
                    } else {
                        place.leave()
                        drop(descriptor)
                    }
                } catch {
                    guard await canGoOn(after: error) else { break }
                }
            }
            // At once, not when the connections have ended: a client that comes now is to try elsewhere.
            file?.remove()
            listener.close()
        }
    }

    private func drop(_ descriptor: Int32) {
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

/// The place of an accepted connection among all.
private struct Place: Sendable {
    let peer: String
    let admission: ConnectionRegistry.Admission
    let context: ServerContext

    func leave() { context.registry.leave(peer, admission) }

    /// Refuses the request of a connection, which is not read.
    func refuse(_ descriptor: Int32) { end(descriptor, mayBeSending: context.refuseEarly(descriptor, of: peer)) }

    /// Closes a connection and gives the place back, when its client has seen the reply if it may still be sending.
    func end(_ descriptor: Int32, mayBeSending: Bool) {
        if mayBeSending {
            context.lingerer.take(descriptor) { leave() }
        } else {
            close(descriptor)
            leave()
        }
    }
}

extension DiscardingTaskGroup {
    /// Starts the task of an accepted connection, which gives its place back when it ends.
    ///
    /// - Parameter hasNoTime: Whether it is refused if it asks for work.
    fileprivate mutating func start(
        _ channel: Channel,
        from address: SocketAddress,
        at place: Place,
        hasNoTime: Bool
    ) {
        let context = place.context
        let executor = context.executor(for: channel.descriptor)
        context.registry.noteNewcomer(place.peer)
        addTask(executorPreference: hasNoTime ? context.refusals : executor) {
            context.registry.noteFirstTurn(place.peer)
            let id = context.registry.insert(channel)
            defer { context.registry.remove(id) }
            if hasNoTime, await EarlyRefusal.isDue(channel, within: .seconds(1)),
                context.hasNoTime(for: place.peer)
            {
                guard let descriptor = channel.release() else { return place.leave() }
                return place.refuse(descriptor)
            }
            let isReserve = place.admission == .probes
            let mayBeSending = await withTaskExecutorPreference(hasNoTime ? executor : nil) {
                await Connection(channel, id, context, from: address, of: place.peer, isReserve: isReserve).serve()
            }
            guard let descriptor = channel.release() else { return place.leave() }
            place.end(descriptor, mayBeSending: mayBeSending)
        }
    }
}

enum DescriptorLimit {
    /// Raises the soft limit as far as needed and possible.
    ///
    /// Its usual 1024 is there for programs that use select(2), which this is not. The soft limit that holds now.
    static func raise(to needed: Int) -> Int {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return needed }
        let wanted = min(rlim_t(needed), limit.rlim_max)
        if wanted > limit.rlim_cur {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
