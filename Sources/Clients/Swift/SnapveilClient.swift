public import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Has a Snapveil server sanitise screenshots, and tell what they show.
///
/// ```swift
/// let snapveil = SnapveilClient()
/// let safe = try await snapveil.sanitize(screenshot, policy: "privacy-screen")
/// try safe.image.write(to: report)
/// ```
/// What goes wrong is an error, never the screenshot as it was. A client can be shared. It keeps nothing on the disk, and follows
/// no redirect, so that a screenshot goes nowhere else.
public struct SnapveilClient: Sendable {
    private let url: URL?
    private let key: String?
    private let deadline: Duration
    private let session = Session()

    /// A client of the server at `url`.
    ///
    /// - Parameters:
    ///   - url: Of the server, or where a proxy has it. With nil, as `URL(string:)` has it for what is no URL, every request is
    ///     an error.
    ///   - key: What the server has in its `--key-file`.
    ///   - deadline: The longest that a screenshot may take, with all that is tried again.
    public init(url: URL? = URL(string: "http://127.0.0.1:8080"), key: String? = nil, deadline: Duration = .seconds(30))
    {
        self.url = url
        self.key = key
        self.deadline = deadline
    }

    /// Sanitises a screenshot.
    ///
    /// A server that is busy is asked again when it says, within the deadline.
    ///
    /// - Parameters:
    ///   - screenshot: A PNG or JPEG.
    ///   - policy: What to cover, and how.
    ///   - hierarchy: The page source of the screen, for a policy that names elements; or the boxes of a page as JSON.
    ///   - scale: Pixels for each point, for a policy that counts in points.
    ///   - phase: What the app was doing, for a policy with phases.
    ///   - minimumAssurance: ``Assurance/erased`` refuses a policy that only obscures.
    ///   - seal: Name of a group of the server's recipients, who can open ``Sanitized/sealed``.
    /// - Throws: ``SnapveilError``.
    public func sanitize(
        _ screenshot: Data,
        policy: Policy,
        hierarchy: String? = nil,
        scale: Double? = nil,
        phase: Phase? = nil,
        minimumAssurance: Assurance? = nil,
        seal: String? = nil
    ) async throws(SnapveilError) -> Sanitized {
        let query = [
            ("phase", phase?.rawValue), ("minimumAssurance", minimumAssurance?.rawValue), ("seal", seal),
        ].compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        let body = Body(image: screenshot, policy: policy.text, hierarchy: hierarchy, scale: scale)
        return try await post(body, to: "v1/sanitize", query: query)
    }

    /// Finds what a screenshot shows that is sensitive: where it is and of what kind, never what it says.
    ///
    /// ```swift
    /// let check = try await snapveil.check(screenshot, hierarchy: pageSource)
    /// XCTAssertEqual(check.findings, [])
    /// ```
    /// A server that is busy is asked again when it says, within the deadline.
    ///
    /// - Parameters:
    ///   - screenshot: A PNG or JPEG.
    ///   - policy: What counts is what its rules would cover. With nil it is all sensitive text, faces and codes, for which the
    ///     server needs models, and the sensitive elements of the hierarchy.
    ///   - hierarchy: The page source of the screen, for a policy that names elements; or the boxes of a page as JSON.
    ///   - scale: Pixels for each point, for a policy or a hierarchy that counts in points.
    /// - Throws: ``SnapveilError`` if it cannot be told.
    public func check(
        _ screenshot: Data,
        policy: Policy? = nil,
        hierarchy: String? = nil,
        scale: Double? = nil
    ) async throws(SnapveilError) -> Check {
        let body = Body(image: screenshot, policy: policy?.text, hierarchy: hierarchy, scale: scale)
        return try await post(body, to: "v1/check")
    }

    /// What a server replies to a screenshot and what belongs to it.
    private func post<Answer: Decodable>(
        _ body: Body,
        to path: String,
        query: [URLQueryItem] = []
    ) async throws(SnapveilError) -> Answer {
        guard let endpoint = url?.appending(path: path) else { throw .unusable("There is no URL.") }
        var request = URLRequest(url: query.isEmpty ? endpoint : endpoint.appending(queryItems: query))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
        do {
            request.httpBody = try JSONEncoder().encode(body)
        } catch {
            // A scale that is not finite.
            throw .unusable("\(error)")
        }
        let reply = try await session.reply(to: request, within: deadline)
        guard reply.status == 200 else { throw reply.error }
        do {
            return try JSONDecoder().decode(Answer.self, from: reply.body)
        } catch {
            throw .unexpectedReply(status: reply.status)
        }
    }

    /// What is sent.
    private struct Body: Encodable {
        let image: Data
        let policy: String?
        let hierarchy: String?
        let scale: Double?
    }
}

extension SnapveilClient {
    /// What to cover, and how.
    public enum Policy: Sendable, Hashable {
        /// A policy of the server by its name, which a string literal stands for, too.
        case named(String)
        /// A policy of one's own as JSON.
        case json(String)

        fileprivate var text: String {
            switch self {
            case .named(let text), .json(let text): text
            }
        }
    }

    /// What an app was doing when its screenshot was taken.
    public enum Phase: String, Sendable, Hashable, CaseIterable {
        /// It was in the foreground and took input.
        case active
        /// It was in the foreground and took no input.
        case inactive
        /// It was not seen.
        case background
    }

    /// What the covers of a picture are worth.
    public enum Assurance: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing was covered.
        case untouched
        /// The picture depends on pixels that were covered, and trial can tell what they showed.
        case obscured
        /// The picture depends on no pixel that was covered.
        case erased
    }
}

extension SnapveilClient.Policy: ExpressibleByStringLiteral {
    /// The policy of the server that has this name.
    public init(stringLiteral name: String) {
        self = .named(name)
    }
}
