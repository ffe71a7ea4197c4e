/// What waits for a worker, taken so that clients which compete get the same time of the workers, however many requests
/// each of them sends and however long each takes.
///
/// Start-time fair queueing: the client that was given least time is next, and one that comes anew starts with as much as
/// the last that was served (Goyal, Vin and Cheng, "Start-time Fair Queuing", 1996).
struct FairQueue<Element> {
    /// One client that waits or is worked for.
    private struct Client {
        var waiting: [(number: Int, element: Element)] = []
        var running = 0
        /// Seconds of workers that the client was given for jobs that have ended.
        var spent: Double
        /// Seconds that the jobs which run were expected to take when they started.
        var expected = 0.0

        /// Seconds of workers that the client was given, those that are expected included.
        var served: Double { spent + expected }

        /// The number of the element that has waited for longest.
        var first: Int { waiting.first?.number ?? .max }
    }

    private var clients: [String: Client] = [:]
    /// What the last client to be served had been given then.
    private var clock = 0.0
    private var nextNumber = 0

    /// How many elements wait.
    private(set) var count = 0

    /// How long a job takes, in seconds: the mean of the jobs that have ended, in which later ones weigh more. 0 before the
    /// first has ended.
    private(set) var meanSeconds = 0.0

    /// Seconds that a job is expected to take before the first has ended.
    private static var firstGuess: Double { 0.1 }

    /// The weight of the newest job in the mean.
    private static var weight: Double { 0.1 }

    /// Has `element` wait, behind the others of its client.
    mutating func append(_ element: Element, of client: String) {
        clients[client, default: Client(spent: clock)].waiting.append((nextNumber, element))
        nextNumber += 1
        count += 1
    }

    /// Takes the next element off the queue; its job is one that runs then.
    mutating func takeNext() -> (client: String, element: Element)? {
        let next = clients.filter { !$0.value.waiting.isEmpty }
            .min { ($0.value.served, $0.value.first) < ($1.value.served, $1.value.first) }
        guard let client = next?.key, let element = clients[client]?.waiting.removeFirst().element else { return nil }
        count -= 1
        start(client)
        return (client, element)
    }

    /// Notes that a job of `client` runs, which did not wait or was just taken off the queue.
    mutating func start(_ client: String) {
        var entry = clients[client] ?? Client(spent: clock)
        clock = max(clock, entry.served)
        entry.expected += meanSeconds > 0 ? meanSeconds : Self.firstGuess
        entry.running += 1
        clients[client] = entry
    }

    /// Notes that a job of `client` has ended after `seconds`.
    mutating func finish(_ client: String, after seconds: Double) {
        if var entry = clients[client] {
            entry.expected -= entry.expected / Double(max(entry.running, 1))
            entry.spent += seconds
            entry.running -= 1
            clients[client] = entry
        }
        meanSeconds = meanSeconds == 0 ? seconds : meanSeconds + (seconds - meanSeconds) * Self.weight
        forget(client)
    }

    /// Takes the first element off the queue that satisfies `predicate`.
    mutating func remove(where predicate: (Element) -> Bool) -> Element? {
        for (name, client) in clients {
            guard let index = client.waiting.firstIndex(where: { predicate($0.element) }) else { continue }
            count -= 1
            let element = clients[name]?.waiting.remove(at: index).element
            forget(name)
            return element
        }
        return nil
    }

    /// How many elements that wait would come before one more of `client`, if all take the same time.
    func countAhead(of client: String) -> Int {
        let own = clients[client]?.waiting.count ?? 0
        return clients.values.reduce(0) { $0 + min($1.waiting.count, own + 1) }
    }

    private mutating func forget(_ client: String) {
        guard let entry = clients[client], entry.running == 0, entry.waiting.isEmpty else { return }
        clients[client] = nil
    }
}
