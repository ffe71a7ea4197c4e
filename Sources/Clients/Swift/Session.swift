import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests, and keeps nothing of them on the disk.
final class Session: Sendable {
    private let session: URLSession
    private let collector: ReplyCollector
    private let proxy: EnvironmentProxy

    /// What a server says.
    struct Reply: Sendable {
        let status: Int
        let body: Data
    }

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        longestReply: Int = ReplyCollector.longestReply
    ) {
        collector = ReplyCollector(longest: longestReply)
        proxy = EnvironmentProxy(environment: environment)
        // Neither a cache nor cookies on the disk.
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: collector, delegateQueue: nil)
    }

    deinit {
        // The session would hold its delegate, and itself, for ever.
        session.finishTasksAndInvalidate()
    }

    /// The reply to a request, which is sent again for as long as the server is busy.
    ///
    /// - Throws: ``SnapveilError``.
    func reply(to request: URLRequest, within deadline: Duration) async throws(SnapveilError) -> Reply {
        #if canImport(FoundationNetworking)
        if let url = request.url, let variable = proxy.variable(against: url) {
            throw .unusable("\(variable) would send it to a proxy: name \(url.host ?? "") in no_proxy.")
        }
        #endif
        let end = ContinuousClock.now + deadline
        do {
            return try await withThrowingTaskGroup(of: Reply.self) { group in
                group.addTask { [self] in try await reply(to: request, until: end) }
                // Timeouts of a session are between two packets.
                group.addTask {
                    try await Task.sleep(until: end)
                    throw SnapveilError.late(deadline)
                }
                defer { group.cancelAll() }
                guard let reply = try await group.next() else { throw SnapveilError.cancelled }
                return reply
            }
        } catch let error as SnapveilError {
            throw error
        } catch {
            guard !Task.isCancelled else { throw .cancelled }
            throw .unreachable("\(error.localizedDescription)")
        }
    }

    private func reply(to request: URLRequest, until end: ContinuousClock.Instant) async throws -> Reply {
        while true {
            let (body, response) = try await collector.reply(to: request, of: session)
            let delay = response.statusCode == 503 ? Self.delay(response) : nil
            guard let delay, ContinuousClock.now + delay < end else {
                return Reply(status: response.statusCode, body: body)
            }
            try await Task.sleep(for: delay)
        }
    }

    private static func delay(_ response: HTTPURLResponse) -> Duration? {
        response.value(forHTTPHeaderField: "Retry-After").flatMap(UInt32.init).map { .seconds(max($0, 1)) }
    }
}

extension Session.Reply {
    /// What a reply means that does not bring what was asked for.
    var error: SnapveilError {
        guard let problem = try? JSONDecoder().decode(SnapveilError.Problem.self, from: body) else {
            return .unexpectedReply(status: status)
        }
        return .refused(problem)
    }
}
