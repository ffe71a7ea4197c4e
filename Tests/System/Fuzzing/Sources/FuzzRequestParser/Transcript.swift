import Claims
import HTTPParsing
import HTTPTypes

/// What a parser made of some bytes; each event is checked against what the parser promises when it is taken.
struct Transcript: Equatable {
    /// A request as far as it arrived.
    struct Exchange: Equatable {
        let head: RequestHead
        var body: [UInt8] = []
        var trailer: HTTPFields?
    }

    private(set) var exchanges: [Exchange] = []
    private(set) var error: RequestError?

    /// Feeds `pieces` one after the other.
    ///
    /// - Parameter skipsBodies: Whether bodies are read past the parser, as the server does.
    init(of pieces: [[UInt8]], limits: MessageLimits, skipsBodies: Bool = false) {
        var parser = RequestParser(limits: limits)
        do throws(RequestError) {
            for piece in pieces { try feed(piece, &parser, skipsBodies) }
        } catch {
            self.error = error
            claim(!error.description.isEmpty && error.status.code >= 400, "an error says what is wrong")
            claimErrorStays(error, &parser)
        }
    }

    private mutating func feed(
        _ piece: [UInt8],
        _ parser: inout RequestParser,
        _ skipsBodies: Bool
    ) throws(RequestError) {
        var position = 0
        while true {
            if skipsBodies { skipBody(piece, &position, &parser) }
            let start = position
            let event = try parser.next(in: piece.span, at: &position)
            claim(start <= position && position <= piece.count, "the place moves forward and within the piece")
            switch event {
            case .needsMoreBytes:
                claim(position == piece.count, "the piece was taken as a whole")
                return
            case .head(let head):
                claim(exchanges.last?.trailer != nil || exchanges.isEmpty, "a head follows an end")
                exchanges.append(Exchange(head: head))
            case .body(let range):
                claim(!range.isEmpty && start <= range.lowerBound, "a body was not taken before")
                claim(range.upperBound == position, "a body is what was taken last")
                append(piece[range])
            case .end(let trailer):
                claim(exchanges.last.map { $0.trailer == nil } ?? false, "an end follows a head")
                claim(parser.isBetweenRequests, "behind an end there is nothing begun")
                exchanges[exchanges.count - 1].trailer = trailer
            }
        }
    }

    private mutating func skipBody(_ piece: [UInt8], _ position: inout Int, _ parser: inout RequestParser) {
        let count = min(parser.contiguousBodyBytes, piece.count - position)
        guard count > 0 else { return }
        parser.skipBody(count)
        append(piece[position..<position + count])
        position += count
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        claim(exchanges.last.map { $0.trailer == nil } ?? false, "a body follows a head")
        exchanges[exchanges.count - 1].body += bytes
    }

    private func claimErrorStays(_ error: RequestError, _ parser: inout RequestParser) {
        var position = 0
        do throws(RequestError) {
            _ = try parser.next(in: Array("GET / HTTP/1.0\r\n\r\n".utf8).span, at: &position)
            claim(false, "after an error nothing is read")
        } catch let again {
            claim(again == error && position == 0, "after an error the same one comes again")
        }
    }
}

extension Transcript.Exchange {
    /// Claims that no more was taken than the limits allow, and a body as long as the head says.
    func claimBounds(_ limits: MessageLimits) {
        claim(head.target.utf8.count < limits.requestLineBytes, "the target is within the limit")
        let fields = head.request.headerFields
        claim(fields.count <= limits.fieldCount, "the fields are within the count")
        claim(fields.byteCount <= limits.fieldSectionBytes, "the fields are within the limit")
        if let trailer {
            claim(trailer.count <= limits.trailerCount, "the trailer is within the count")
            claim(trailer.byteCount <= limits.trailerSectionBytes, "the trailer is within the limit")
        }
        switch head.framing {
        case .none: claim(body.isEmpty && trailer?.isEmpty ?? true, "without framing there is no body")
        case .length(let length):
            claim(trailer == nil ? body.count <= length : body.count == length, "the body has its length")
            claim(trailer?.isEmpty ?? true, "only chunks have a trailer")
        case .chunked: claim(head.minorVersion == 1, "HTTP/1.0 knows no chunks")
        }
    }

    /// Claims that the head, written down from what was understood of it, is understood as the same.
    func claimReadsBackAsItself() {
        var text = Array("\(head.request.method.rawValue) \(head.target) HTTP/1.\(head.minorVersion)\r\n".utf8)
        if let authority = head.request.authority { text += Array("Host:\(authority)\r\n".utf8) }
        for field in head.request.headerFields {
            text += Array("\(field.name.rawName):".utf8) + field.withUnsafeBytesOfValue(Array.init) + [13, 10]
        }
        var limits = MessageLimits()
        // The Host of an absolute target in HTTP/1.0 is one that was not sent.
        limits.fieldCount += 1
        limits.fieldSectionBytes += limits.requestLineBytes
        let again = Transcript(of: [text + [13, 10]], limits: limits)
        claim(again.error == nil && again.exchanges.map(\.head) == [head], "the head reads back as itself")
    }
}

extension HTTPFields {
    fileprivate var byteCount: Int {
        reduce(0) { $0 + $1.name.rawName.utf8.count + 1 + $1.withUnsafeBytesOfValue(\.count) }
    }
}
