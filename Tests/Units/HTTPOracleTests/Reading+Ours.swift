import HTTPParsing
import HTTPTypes
import SecureMemory

extension Reading {
    /// What our parser makes of `pieces`. It reads on, as NIO does, until a request ends the connection.
    init(ours pieces: Pieces) {
        var parser = RequestParser()
        do throws(RequestError) {
            for piece in pieces.all where try !feed(Array(piece), to: &parser) { return }
        } catch {
            refusal = .ours(error)
        }
    }

    /// Whether more may come.
    private mutating func feed(_ piece: [UInt8], to parser: inout RequestParser) throws(RequestError) -> Bool {
        var position = 0
        while true {
            switch try parser.next(in: piece.span, at: &position) {
            case .needsMoreBytes:
                return true
            case .head(let head):
                exchanges.append(Exchange(head))
            case .body(let range):
                exchanges[exchanges.count - 1].body += piece[range]
            case .end(let trailer):
                exchanges[exchanges.count - 1].trailer = trailer.map(Field.init)
                guard exchanges[exchanges.count - 1].keepsConnectionOpen else { return false }
            }
        }
    }
}

extension Reading.Exchange {
    fileprivate init(_ head: RequestHead) {
        method = head.request.method.rawValue
        target = head.target
        minorVersion = head.minorVersion
        host = head.request.authority?.lowercased()
        var seen: [HTTPField.Name: Int] = [:]
        fields = head.request.headerFields.map { field in
            guard SecretFields.names.contains(field.name.canonicalName) else { return Reading.Field(field) }
            let values = head.secrets[field.name]
            let index = seen[field.name, default: 0]
            seen[field.name] = index + 1
            let value = values.dropFirst(index).first?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
            return Reading.Field(name: field.name.rawName, value: value ?? "lost")
        }
        keepsConnectionOpen = head.keepsConnectionOpen
    }
}

extension Reading.Field {
    fileprivate init(_ field: HTTPField) {
        name = field.name.rawName
        value = field.withUnsafeBytesOfValue { String(decoding: $0, as: UTF8.self) }
    }
}
