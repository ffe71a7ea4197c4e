import BoundedWork
import SecureMemory

/// A file without armour as it is opened: its header, the secret for it, and its payload.
struct FileReader: ~Copyable, Sendable {
    /// Room to make for the plain text when the file is unlocked.
    var plaintextCapacity = 0

    private var collector = HeaderCollector()
    private var header: (parsed: AgeHeader, bytes: [UInt8])?
    private var secret: AgeSecret?
    private var payload: PayloadReader?
    private var isUnlocked = false
    /// Bytes of the payload from before the secret was there.
    private var waiting: SecureBytesBuilder?
    private var isWaiting = false

    init() {}

    var takesPassphrase: Bool? { header?.parsed.takesPassphrase }

    mutating func unlock(with secret: AgeSecret) throws(AgeError) {
        self.secret = secret
        try openHeader()
        guard isUnlocked, let bytes = waiting.take()?.finish() else { return }
        try bytes.withUnsafeBytes { (bytes) throws(AgeError) in try open(bytes) }
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) throws(AgeError) {
        var input = bytes
        if header == nil {
            guard let bytes = try collector.take(&input) else { return }
            let parsed = try bytes.span.withUnsafeBytes { (bytes) throws(AgeError) in try AgeHeader(parsing: bytes) }
            header = (parsed, bytes)
            try openHeader()
        }
        guard isUnlocked else { return try wait(input) }
        try open(input)
    }

    mutating func takePlaintext() throws(AgeError) -> SecureBytes {
        try mapError(payload?.takePlaintext(), AgeError.outOfMemory) ?? SecureBytes()
    }

    consuming func finish() throws(AgeError) -> SecureBytes {
        guard let header else { throw collector.isEmpty ? .notAge : .cut }
        guard isUnlocked else { throw header.parsed.takesPassphrase ? .takesPassphrase : .wrongKey }
        return try finishPayload()
    }

    /// Unwraps the file key, once both the header and the secret are there.
    private mutating func openHeader() throws(AgeError) {
        guard let header, let secret, !isUnlocked else { return }
        let fileKey = try header.parsed.unlocked(header.bytes, with: secret)
        let capacity = plaintextCapacity
        payload = try mapError(PayloadReader(fileKey, capacity: capacity), AgeError.outOfMemory)
        isUnlocked = true
        self.secret = nil
    }

    private mutating func wait(_ bytes: UnsafeRawBufferPointer) throws(AgeError) {
        do {
            if !isWaiting { waiting = try SecureBytesBuilder() }
            isWaiting = true
            try waiting?.append(bytes)
        } catch {
            throw .outOfMemory(error)
        }
    }

    private mutating func open(_ bytes: UnsafeRawBufferPointer) throws(AgeError) {
        guard payload?.opens(bytes.count) == true else {
            try payload?.append(bytes)
            return
        }
        try CryptoRemains.overwritten { () throws(AgeError) in try payload?.append(bytes) }
    }

    private mutating func finishPayload() throws(AgeError) -> SecureBytes {
        try CryptoRemains.overwritten { () throws(AgeError) in try payload?.finish() }
        return try takePlaintext()
    }
}
