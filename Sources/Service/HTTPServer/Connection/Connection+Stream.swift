import Glibc
import HTTPParsing
import HTTPTypes
import SecureMemory

/// The way in which a stream is written to a connection.
enum StreamForm: Equatable {
    /// As chunks of a body.
    case chunks
    /// As a body that ends with the connection.
    case untilClose
    /// As another protocol, which the client writes, too.
    case upgraded

    init(_ response: HTTPResponse, _ head: RequestHead) {
        self = response.status == .switchingProtocols ? .upgraded : head.minorVersion == 0 ? .untilClose : .chunks
    }
}

/// Replies that are written piece by piece.
extension Connection {
    /// Writes the head of a reply, then what `produce` writes, until that ends or the client is gone.
    func write(
        _ head: [UInt8],
        then produce: @escaping HTTPServerResponse.Stream,
        _ form: StreamForm,
        _ reply: ByteLease
    ) async throws(Interruption) {
        Socket.keepAlive(channel.descriptor)
        try await write(Delivery(.writing(configuration), head), reply)
        let stream = HTTPServerStream(channel)
        let production = Task(priority: .medium) {
            do {
                try await produce(stream)
                stream.finish(isWhole: true)
            } catch {
                stream.finish(isWhole: false)
            }
        }
        defer {
            production.cancel()
            stream.close()
        }
        try await pass(stream, form, production, reply)
        if form == .chunks { try await write(Delivery(.writing(configuration), [UInt8]("0\r\n\r\n".utf8)), reply) }
    }

    /// Sends what is written to a stream, and gives it what the client sends, each as soon as it can be.
    private func pass(
        _ stream: HTTPServerStream,
        _ form: StreamForm,
        _ production: Task<Void, Never>,
        _ reply: ByteLease
    ) async throws(Interruption) {
        var current: (delivery: Delivery, write: HTTPServerStream.Write)?
        defer { current?.write.writer.resume(returning: false) }
        while true {
            if current == nil, let write = stream.nextWrite() { current = (delivery(of: write.bytes, form), write) }
            if try current?.delivery.proceed(on: channel.descriptor) == true {
                current?.write.writer.resume(returning: true)
                current = nil
                reply.note(transferred: nil)
                continue
            }
            if current == nil, let isWhole = stream.end {
                guard isWhole else { throw gone() }
                return
            }
            if form == .upgraded, stream.isRead, let bytes = try reader.takeBytes() {
                stream.give(bytes.isEmpty ? nil : bytes)
                continue
            }
            if let delivery = current?.delivery { reply.note(transferred: delivery.taken(on: channel.descriptor)) }
            let wakeups = await channel.wait(
                for: interest(in: stream, form, isWriting: current != nil),
                until: current?.delivery.deadline(on: channel.descriptor)
            )
            guard !wakeups.contains(.abort) else { throw gone() }
            if let delivery = current?.delivery { try check(delivery, wakeups, reply) }
            if form != .upgraded, wakeups.contains(.readable) {
                if !reader.clientIsThere() { production.cancel() }
                reader.releaseBuffer()
            }
        }
    }

    private func interest(in stream: HTTPServerStream, _ form: StreamForm, isWriting: Bool) -> Wakeups {
        var interest: Wakeups = isWriting ? [.reply, .writable, .ended] : .reply
        let mayRead = form == .upgraded ? stream.isRead : reader.bufferHasRoom
        if mayRead, !reader.hasEnded { interest.insert(.readable) }
        return interest
    }

    /// A piece in the form of the stream.
    private func delivery(of bytes: SecureBytes, _ form: StreamForm) -> Delivery {
        guard form == .chunks else { return Delivery(.streaming(configuration), [], bytes) }
        let size = [UInt8]("\(String(bytes.count, radix: 16))\r\n".utf8)
        return Delivery(.streaming(configuration), size, bytes, [UInt8]("\r\n".utf8))
    }
}
