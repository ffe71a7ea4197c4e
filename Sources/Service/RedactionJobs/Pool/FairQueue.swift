/// A queue that gives competing clients the same time of the workers, whatever the number and the length of their requests.
///
/// Start-time fair queueing: the client that was given least time is next, and a new one starts with as much as the last that
/// was served (Goyal, Vin and Cheng, "Start-time Fair Queuing", 1996).
struct FairQueue<Element> {
    /// A client that waits or is worked for.
    private struct Client {
        var waiting: [(number: Int, element: Element)] = []
        var running = 0
        /// Seconds of workers that the client was given for ended jobs.
        var spent: Double
        /// Seconds that the running jobs were expected to take when they started.
        var expected = 0.0

        var served: Double { spent + expected }

        /// The number of the element that has waited for longest.
        var first: Int { waiting.first?.number ?? .max }
    }

    private var clients: [String: Client] = [:]
    /// The time that the last served client had been given then.
    private var clock = 0.0
    private var nextNumber = 0

    private(set) var count = 0

    /// Mean seconds of the ended jobs, in which later ones weigh more; 0 before the first has ended.
    private(set) var meanSeconds = 0.0

    /// Seconds that a job is expected to take before the first has ended.
    private static var firstGuess: Double { 0.1 }

    private static var weight: Double { 0.1 }

    mutating func append(_ element: Element, of client: String) {
        clients[client, default: Client(spent: clock)].waiting.append((nextNumber, element))
        nextNumber += 1
        count += 1
    }

    /// Puts an element back in front of all others of its client, whose job has run in vain.
    mutating func putBack(_ element: Element, of client: String) {
        let first = clients[client]?.first ?? nextNumber
        clients[client, default: Client(spent: clock)].waiting.insert((min(first, nextNumber), element), at: 0)
        count += 1
    }

    /// Takes the next element off the queue that may run now, whose job runs then.
    mutating func takeNext(where mayRun: (Element) -> Bool = { _ in true }) -> (client: String, element: Element)? {
        let next = clients.compactMap { name, client in
            client.waiting.firstIndex { mayRun($0.element) }.map { index in
                (name, client.served, client.waiting[index].number, index)
            }
        }.min { ($0.1, $0.2) < ($1.1, $1.2) }
        guard let (client, _, _, index) = next, let element = clients[client]?.waiting.remove(at: index).element else {
            return nil
        }
        count -= 1
        start(client)
        return (client, element)
    }

    /// Notes that a job of `client` runs, without a wait or after it.
    mutating func start(_ client: String) {
        var entry = clients[client] ?? Client(spent: clock)
        clock = max(clock, entry.served)
        entry.expected += meanSeconds > 0 ? meanSeconds : Self.firstGuess
        entry.running += 1
        clients[client] = entry
    }

    /// Notes that a job of `client` has ended after `seconds`.
    ///
    /// - Parameter isDone: False for a job that was handed back, whose time says nothing of others.
    mutating func finish(_ client: String, after seconds: Double, isDone: Bool = true) {
        if var entry = clients[client] {
            entry.expected -= entry.expected / Double(max(entry.running, 1))
            entry.spent += seconds
            entry.running -= 1
            clients[client] = entry
        }
        if isDone {
            meanSeconds = meanSeconds == 0 ? seconds : meanSeconds + (seconds - meanSeconds) * Self.weight
        }
        forget(client)
    }

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

    /// The number of waiting elements before one more of `client`, if all take the same time.
    func countAhead(of client: String) -> Int {
        let own = clients[client]?.waiting.count ?? 0
        return clients.values.reduce(0) { $0 + min($1.waiting.count, own + 1) }
    }

    private mutating func forget(_ client: String) {
        guard let entry = clients[client], entry.running == 0, entry.waiting.isEmpty else { return }
        clients[client] = nil
    }
}
