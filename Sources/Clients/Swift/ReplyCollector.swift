import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Collects the replies to the requests of a session, each up to a bound, and follows no redirect.
///
/// A screenshot is for the server that was named, and for no other. `lock` guards all that changes.
final class ReplyCollector: NSObject, @unchecked Sendable {
    /// The longest reply in bytes: a server has no more for all of its replies together, unless its operator says so.
    static let longestReply = 256 << 20

    private struct Collection {
        let continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>
        var body = Data()
    }

    private let longest: Int
    private let lock = NSLock()
    private var collections: [Int: Collection] = [:]

    /// - Parameter longest: Upper bound on the bytes of the body of a reply.
    init(longest: Int) {
        self.longest = longest
    }

    /// The reply to a request of the session that this is the delegate of.
    func reply(to request: URLRequest, of session: URLSession) async throws -> (Data, HTTPURLResponse) {
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lock.withLock { collections[task.taskIdentifier] = Collection(continuation: continuation) }
                task.resume()
                // There was nothing to end before.
                if Task.isCancelled { leave(task, CancellationError()) }
            }
        } onCancel: {
            leave(task, CancellationError())
        }
    }

    /// Hands out what a task came to, once.
    private func end(_ task: URLSessionTask, _ result: Result<HTTPURLResponse, any Error>) {
        guard let collection = lock.withLock({ collections.removeValue(forKey: task.taskIdentifier) }) else { return }
        collection.continuation.resume(with: result.map { (collection.body, $0) })
    }

    /// Ends a task, with its connection, before there is all of a reply.
    private func leave(_ task: URLSessionTask, _ error: any Error) {
        end(task, .failure(error))
        // On Linux this waits for the queue that reads from the server, and a server can keep that busy.
        Thread.detachNewThread { task.cancel() }
    }

    /// Ends a task whose reply is too long.
    private func refuse(_ task: URLSessionTask) {
        let status = (task.response as? HTTPURLResponse)?.statusCode ?? 0
        leave(task, SnapveilError.unexpectedReply(status: status))
    }
}

extension ReplyCollector: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isTooLong = response.expectedContentLength > Int64(longest)
        if isTooLong { refuse(dataTask) }
        // Foundation on Linux does not heed it.
        completionHandler(isTooLong ? .cancel : .allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLong = lock.withLock {
            guard let count = collections[dataTask.taskIdentifier]?.body.count else { return false }
            guard data.count <= longest - count else { return true }
            collections[dataTask.taskIdentifier]?.body.append(data)
            return false
        }
        if isTooLong { refuse(dataTask) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error {
            end(task, .failure(error))
        } else if let response = task.response as? HTTPURLResponse {
            end(task, .success(response))
        } else {
            end(task, .failure(URLError(.badServerResponse)))
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
