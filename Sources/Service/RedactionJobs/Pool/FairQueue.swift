/// A queue that gives competing clients the same time of the workers, whatever the number and the length of their requests, and
/// as much to the short jobs of a client as to its long ones, so that a short one hardly waits for them.
struct FairQueue<Element> {
    /// Jobs of a client that compete with its others: those that are about as long, and look or do not.
    struct Lane: Hashable {
        /// That of ``ExpectedTime``.
        let lengthClass: Int
        /// Whether the jobs leave a worker to others, because they look at pictures or take long.
        let looks: Bool

        var isShortest: Bool { lengthClass == 0 && !looks }
    }

    /// The place of a job in the queue.
    struct Place {
        let client: String
        let lane: Lane
        /// Seconds that it is expected to take.
        let seconds: Double
        /// Lower for jobs that came earlier.
        let number: Int
    }

    private struct Entry {
        let element: Element
        let place: Place
    }

    /// Elements in their order.
    private struct Line {
        private(set) var entries: [Entry] = []
        /// Expected seconds of all.
        private(set) var seconds = 0.0

        /// Lets an element in behind those that came earlier.
        mutating func insert(_ entry: Entry) {
            let before = entries.lastIndex { $0.place.number <= entry.place.number }
            entries.insert(entry, at: before.map { $0 + 1 } ?? 0)
            seconds += entry.place.seconds
        }

        mutating func remove(at index: Int) -> Entry {
            let entry = entries.remove(at: index)
            seconds = entries.isEmpty ? 0 : seconds - entry.place.seconds
            return entry
        }
    }

    /// A client that waits or is worked for.
    private struct Client {
        var lines: [Lane: Line] = [:]
        var shares = FairShares<Lane>()
        var waiting = 0
        var running = 0
        /// Expected seconds of all that wait.
        var seconds: Double { lines.values.reduce(0) { $0 + $1.seconds } }

        /// The lane whose turn is next, and the number of its first element.
        func next(mayLook: Bool) -> (lane: Lane, number: Int)? {
            lines.compactMap { lane, line in
                line.entries.first.flatMap { mayLook || !lane.looks ? (lane, $0.place.number) : nil }
            }.min { (shares[$0.lane], $0.number) < (shares[$1.lane], $1.number) }
        }

        mutating func insert(_ entry: Entry) {
            let lane = entry.place.lane
            if lines[lane]?.entries.isEmpty ?? true { shares.enter(lane) }
            lines[lane, default: Line()].insert(entry)
            waiting += 1
        }

        mutating func remove(at index: Int, of lane: Lane) -> Entry? {
            waiting -= 1
            return lines[lane]?.remove(at: index)
        }

        /// Expected seconds of the jobs that start before one more: those of its lane, and of the others as many as take turns.
        func secondsAhead(of place: Place) -> Double {
            let own = lines[place.lane]?.seconds ?? 0
            return lines.reduce(own) { sum, line in
                line.key == place.lane ? sum : sum + min(line.value.seconds, own + place.seconds)
            }
        }
    }

    private var clients: [String: Client] = [:]
    private var shares = FairShares<String>()
    private var nextNumber = 0

    private(set) var count = 0

    /// Expected seconds of all that run.
    private(set) var secondsRunning = 0.0

    /// Expected seconds of all that wait.
    var secondsWaiting: Double { clients.values.reduce(0) { $0 + $1.seconds } }

    /// Expected seconds of the jobs of a client that wait in a lane.
    func seconds(of client: String, _ lane: Lane) -> Double { clients[client]?.lines[lane]?.seconds ?? 0 }

    /// The place of a job of a client.
    ///
    /// - Parameter number: That of its place before; nil for a new job, which comes behind all others of its lane.
    mutating func place(of client: String, expecting time: ExpectedTime, looks: Bool, number: Int? = nil) -> Place {
        defer { nextNumber += 1 }
        let lane = Lane(lengthClass: time.lengthClass, looks: looks)
        return Place(client: client, lane: lane, seconds: time.seconds, number: number ?? nextNumber)
    }

    /// Lets an element wait at a place, which may be that of a job that has run in vain.
    mutating func insert(_ element: Element, at place: Place) {
        if clients[place.client]?.waiting ?? 0 == 0 { shares.enter(place.client) }
        clients[place.client, default: Client()].insert(Entry(element: element, place: place))
        count += 1
    }

    /// Takes the next element off the queue, whose job runs then.
    ///
    /// - Parameter mayLook: Whether it may be one that looks.
    mutating func takeNext(mayLook: Bool = true) -> (element: Element, place: Place)? {
        let next = clients.compactMap { name, client in
            client.next(mayLook: mayLook).map { (name, $0.lane, shares[name], $0.number) }
        }.min { ($0.2, $0.3) < ($1.2, $1.3) }
        guard let (name, lane, _, _) = next, let entry = clients[name]?.remove(at: 0, of: lane) else { return nil }
        count -= 1
        start(entry.place)
        return (entry.element, entry.place)
    }

    /// Notes that the job of a place runs without a wait.
    mutating func startAtOnce(_ place: Place) {
        shares.enter(place.client)
        clients[place.client, default: Client()].shares.enter(place.lane)
        start(place)
    }

    private mutating func start(_ place: Place) {
        shares.start(place.client, for: place.seconds)
        clients[place.client, default: Client()].running += 1
        clients[place.client]?.shares.start(place.lane, for: place.seconds)
        secondsRunning += place.seconds
    }

    /// Notes that the job of a place has ended after `seconds`.
    mutating func finish(_ place: Place, after seconds: Double) {
        shares.correct(place.client, by: seconds - place.seconds)
        clients[place.client]?.shares.correct(place.lane, by: seconds - place.seconds)
        clients[place.client]?.running -= 1
        secondsRunning = max(secondsRunning - place.seconds, 0)
        forget(place.client)
    }

    mutating func remove(where predicate: (Element) -> Bool) -> Element? {
        for (name, client) in clients {
            for (lane, line) in client.lines {
                guard let index = line.entries.firstIndex(where: { predicate($0.element) }) else { continue }
                let entry = clients[name]?.remove(at: index, of: lane)
                count -= 1
                forget(name)
                return entry?.element
            }
        }
        return nil
    }

    /// Expected seconds of the jobs that start before one more.
    func secondsAhead(of place: Place) -> Double {
        let own = clients[place.client]?.secondsAhead(of: place) ?? 0
        return clients.reduce(own) { sum, client in
            client.key == place.client ? sum : sum + min(client.value.seconds, own + place.seconds)
        }
    }

    private mutating func forget(_ name: String) {
        guard let client = clients[name], client.running == 0, client.waiting == 0 else { return }
        clients[name] = nil
        shares.forget(name)
    }
}
