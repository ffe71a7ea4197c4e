import Redaction

/// Holds what the service promises of its styles against attacks on them.
public struct Audit: Sendable {
    private let options: AuditOptions
    private let progress: @Sendable (String) -> Void

    /// - Parameter progress: Told what is done next, a line at a time.
    public init(_ options: AuditOptions, progress: @escaping @Sendable (String) -> Void) {
        self.options = options
        self.progress = progress
    }

    /// Runs every attack. Nothing in the result depends on the machine or the hour.
    ///
    /// - Throws: ``RenderingError`` where a font is missing; what the pipeline throws.
    public func run() throws -> AuditReport {
        for typeface in typefaces { try typeface.checkInstalled() }
        return AuditReport(
            controls: try controls(),
            recoveries: try recoveries(),
            dictionaries: options.isQuick ? [] : try dictionaries(),
            naiveMasks: try naiveMasks(),
            enumerations: try enumerations(),
            repetitions: try repetitions()
        )
    }

    private var typefaces: [Typeface] { options.isQuick ? [.inter] : Typeface.all }

    /// The text sizes of a phone at scales 1 to 3, in pixels.
    private var textSizes: [Int] { options.isQuick ? [20] : [20, 34, 51] }

    private func controls() throws -> [RecoveryRow] {
        try typefaces.flatMap { typeface in
            try attack(Scene(typeface, textSize: 20, ink: .black)) { _ in Strength.controls }
        }
    }

    private func recoveries() throws -> [RecoveryRow] {
        var scenes = try typefaces.flatMap { typeface in
            try textSizes.map { try Scene(typeface, textSize: $0, ink: .black) }
        }
        if !options.isQuick { scenes += try textSizes.map { try Scene(.inter, textSize: $0, ink: .red) } }
        return try scenes.flatMap { scene in
            try attack(scene) { options.isQuick ? Strength.pair(digitHeight: $0) : Strength.range(digitHeight: $0) }
        }
    }

    private func attack(_ scene: Scene, at strengths: (_ digitHeight: Int) -> [Strength]) throws -> [RecoveryRow] {
        progress("attacking \(scene.typeface.family) \(scene.textSize) px \(scene.ink.rawValue)")
        let attack = options.attack
        let snapshots = try Snapshots(of: scene, codes: attack.codes)
        return try Parallel.map(strengths(scene.digitHeight)) { strength in
            let channel = try RedactionChannel(strength.style, over: scene.frame)
            let recovery = try attack.run { try channel.observation(of: snapshots.snapshot(of: $0)) }
            return RecoveryRow(scene: scene, strength: strength, recovery: recovery)
        }
    }

    private func dictionaries() throws -> [DictionaryRow] {
        let scene = try Scene(.inter, textSize: 20, ink: .black)
        let attack = options.dictionary
        let snapshots = try Snapshots(of: scene, codes: attack.codes)
        return try Strength.wideRange(digitHeight: scene.digitHeight).map { strength in
            progress("sending a dictionary through \(strength.kind) of \(strength.pixels) px")
            let channel = try RedactionChannel(strength.style, over: scene.frame)
            let collisions = try attack.run { try channel.output(for: snapshots.snapshot(of: $0)) }
            return DictionaryRow(scene: scene, strength: strength, collisions: collisions)
        }
    }

    /// Codes of three digits: few enough to send every one.
    private func enumeration(_ ink: Ink) throws -> Enumeration {
        try Enumeration(Scene(.inter, textSize: options.isQuick ? 20 : 34, ink: ink, codeLength: 3), codes: 1000)
    }

    private func naiveMasks() throws -> [Enumeration.Row] {
        progress("counting the outputs of a naive mask")
        return try Ink.allCases.map { try enumeration($0).runNaiveMask(format: .jpeg(.s420)) }
    }

    private func enumerations() throws -> [Enumeration.Row] {
        let specimens = try Specimen.erasing()
        return try SnapshotFormat.allCases.flatMap { format in
            progress("counting the outputs of erased styles, \(format)")
            return try Ink.allCases.flatMap { try enumeration($0).run(specimens, format: format) }
        }
    }

    private func repetitions() throws -> [Repetition.Row] {
        progress("repeating requests")
        let scene = try Scene(.inter, textSize: 34, ink: .black)
        return try Specimen.all().map { try Repetition.run($0, on: scene, requests: 50) }
    }
}
