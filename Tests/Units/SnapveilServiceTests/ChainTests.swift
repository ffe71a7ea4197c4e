import HTTPServer
import HTTPTypes
import ImageCore
import Logging
import PrometheusMetrics
import SecureMemory
import Testing

@testable import SnapveilService

/// Whatever the chain forgets, it forgets for all routes; so each is looked at.
@Suite("Every reply is named, open to the origins on the list, logged once and counted once")
struct ChainTests {
    private static let page = "https://tests.example.org"

    /// A path of every route, one of work that ends well, one of a file of the playground, and one of no route.
    private static let paths =
        Route.templates.map { $0.replacing("{name}", with: "blackout") }
        + ["/v1/sanitize?style=fill", "/playground/main.js", "/nowhere"]

    @Test("whatever the path and the method", arguments: paths)
    func routes(path: String) async throws {
        let (lines, registry) = (LogLines(), PrometheusRegistry(ServiceMetric.all))
        let client = Client(
            keys: try KeyRing(parsing: SecureBytes("ci:0123456789abcdef")),
            origins: [Self.page],
            playground: try Playground(),
            logger: lines.logger(.debug),
            metrics: RequestMetrics(registry, routes: Route.labels)
        )
        let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .delete, .options]
        for (index, method) in methods.enumerated() {
            for (variant, extra) in Self.variants.enumerated() {
                let id = "\(method).\(variant)"
                let fields = extra + [HTTPField(name: .requestID, value: id)]
                let reply = try await client.send(method, path, HTTPFields(fields), body: Snapshots.file(.png))
                Self.check(reply, id, isFromPage: extra.contains { $0.name == .origin && $0.value == Self.page })
                if extra.isEmpty, let route = Route(path: path.prefix { $0 != "?" }), route.methods.contains(method) {
                    #expect((reply.status == 401) == !route.isForEverybody)
                }
                let count = index * Self.variants.count + variant + 1
                #expect(lines.all.count == count && lines.all.last?["id"] == id)
                #expect(lines.all.last?["status"] == "\(reply.status)")
                #expect(Self.answeredCount(registry) == Double(count))
            }
        }
        let samples = MetricSamples(registry.exposition(in: .text))
        #expect(samples[ServiceMetric.requestsInFlight.name] == 0)
        #expect(samples[ServiceMetric.incompleteUploads.name] == 0)
    }

    /// A program with a key and one without, pages of both kinds, and a preflight.
    private static let variants: [[HTTPField]] = [
        [HTTPField(name: .apiKey, value: "0123456789abcdef")],
        [],
        [HTTPField(name: .apiKey, value: "0123456789abcdef"), HTTPField(name: .origin, value: page)],
        [HTTPField(name: .origin, value: "https://evil.example")],
        [HTTPField(name: .origin, value: page), HTTPField(name: .accessControlRequestMethod, value: "POST")],
    ]

    private static func check(_ reply: Reply, _ id: String, isFromPage: Bool) {
        #expect(reply.fields[values: .requestID] == [id])
        #expect(reply.fields[values: .vary].contains("Origin"))
        #expect(reply.fields[.accessControlAllowOrigin] == (isFromPage ? page : nil))
    }

    /// Requests that were counted as answered, by whatever labels.
    private static func answeredCount(_ registry: PrometheusRegistry) -> Double {
        let samples = MetricSamples(registry.exposition(in: .text))
        return samples.names.filter { $0.hasPrefix(ServiceMetric.requests.name + "{") }.reduce(0) { $0 + samples[$1] }
    }

    @Test("the steps are asked in order: the page, then the path, then the key, then the query")
    func order() async throws {
        let client = Client(keys: try KeyRing(parsing: SecureBytes("ci:0123456789abcdef")))
        let evil: HTTPFields = [.origin: "https://evil.example"]
        #expect(try await client.send(.delete, "/v1/sanitize?nonsense", evil).problem == "cross-origin")
        #expect(try await client.send(.delete, "/v1/sanitize?nonsense").problem == "method-not-allowed")
        #expect(try await client.send(.post, "/nowhere").problem == "not-found")
        #expect(try await client.send(.post, "/v1/sanitize?nonsense").problem == "unauthorized")
        let key: HTTPFields = [.apiKey: "0123456789abcdef"]
        #expect(try await client.send(.post, "/v1/sanitize?nonsense", key).problem == "parameter-invalid")
    }
}
