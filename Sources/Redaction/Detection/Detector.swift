public import BoundedWork
public import ImageCore
public import SensitiveText

/// Search for text, faces and codes in pictures.
///
/// ```swift
/// let detector = try Detector(models: "/usr/share/snapveil/models")
/// var budget = WorkBudget(limit: Detector.workLimit)
/// for line in try detector.lines(of: pixels, budget: &budget) { … }
/// ```
/// Everything is loaded when it is made: a search opens no file, and starts no thread unless it is given several. The findings
/// depend on the instructions of the processor in the last digits.
public final class Detector: Sendable {
    /// Cost of a picture at the most: units of a `WorkBudget` of about 10 ns, so some ten seconds.
    public static let workLimit = 1_000_000_000

    /// Bytes that networks may take for a picture.
    public static let memoryLimit = 240 << 20

    let runtime: OnnxRuntime
    let textDetector: TextDetector
    let textRecognizer: TextRecognizer
    let scriptReaders: ScriptReaders
    let faceDetector: FaceDetector
    /// The names and words by which names of persons are known.
    public let names: NameLexicon

    /// Loads the files of `Deploy/lib/models.sh`.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``DetectorError``, which names the file.
    public init(models path: String) throws(DetectorError) {
        let folder = ModelFolder(path: path)
        runtime = try OnnxRuntime(path: folder.path(of: ModelFolder.runtime))
        textDetector = TextDetector(model: try folder.model(ModelFolder.textDetector, outputCount: 1, in: runtime))
        textRecognizer = TextRecognizer(
            model: try folder.model(ModelFolder.textRecognizer, outputCount: 1, in: runtime),
            characters: try CharacterTable(
                path: folder.path(of: ModelFolder.characters),
                folder.read(ModelFolder.characters)
            )
        )
        scriptReaders = ScriptReaders(readers: try folder.scriptReaders(in: runtime))
        faceDetector = FaceDetector(model: try folder.model(ModelFolder.faces, outputCount: 4, in: runtime))
        guard let names = NameLexicon(try folder.read(ModelFolder.names)) else {
            throw .damaged(path: folder.path(of: ModelFolder.names), reason: "it is no lexicon of names")
        }
        self.names = names
        runtime.limitMemory(to: Self.memoryLimit)
        try tryOut(folder)
    }

    /// Shows each network a small picture: everything that is loaded or set up late is there then, and files that do not fit
    /// together are refused.
    private func tryOut(_ folder: ModelFolder) throws(DetectorError) {
        defer { runtime.wipe() }
        let networks =
            [
                (ModelFolder.textDetector, textDetector.tryOut), (ModelFolder.characters, textRecognizer.tryOut),
                (ModelFolder.faces, faceDetector.tryOut),
            ] + scriptReaders.readers.flatMap(\.networks).map { (ModelFolder.characters(of: $0.name), $0.tryOut) }
        for (name, tryOut) in networks {
            do {
                try tryOut(ModelRun(in: runtime, Cancellation()))
            } catch {
                throw .damaged(path: folder.path(of: name), reason: error.description)
            }
        }
    }
}

extension ModelFolder {
    fileprivate func model(
        _ name: String,
        outputCount: Int,
        in runtime: OnnxRuntime
    ) throws(DetectorError) -> Model {
        try Model(path: path(of: name), read(name), outputCount: outputCount, in: runtime)
    }

    fileprivate func scriptReaders(in runtime: OnnxRuntime) throws(DetectorError) -> [ScriptReader] {
        try Script.allCases.map { script throws(DetectorError) in
            let networks = try Self.readers(of: script).map { reader throws(DetectorError) in
                try network(reader, of: script, in: runtime)
            }
            return ScriptReader(script: script, networks: networks)
        }
    }

    private func network(
        _ reader: String,
        of script: Script,
        in runtime: OnnxRuntime
    ) throws(DetectorError) -> ScriptNetwork {
        let characters = Self.characters(of: reader)
        return ScriptNetwork(
            name: reader,
            of: script,
            model: try model(Self.network(of: reader), outputCount: 1, in: runtime),
            characters: try ScriptCharacters(path: path(of: characters), read(characters))
        )
    }
}

extension Detector {
    /// The faces in a picture, the surest first.
    ///
    /// - Parameters:
    ///   - pixels: The picture. Where it is translucent, it is looked at over white.
    ///   - area: The part to look at; nil is all.
    ///   - work: The threads, on which no finding depends.
    ///   - budget: Pays for it, and says whether it is still wanted.
    public func faces(
        of pixels: borrowing PixelBuffer,
        in area: PixelRect? = nil,
        work: WorkContext = WorkContext(),
        budget: inout WorkBudget
    ) throws(DetectionFailure) -> [Face] {
        guard let area = PixelRect(pixels.size).intersection(area ?? PixelRect(pixels.size)) else { return [] }
        defer { runtime.wipe() }
        let run = try ModelRun(in: runtime, budget.cancellation, work)
        return try faceDetector.faces(in: pixels, area, run, budget: &budget)
    }
}

extension Detector {
    /// The detectors, by the words of targets.
    public static let modelNames = [
        "text": "PP-OCRv6 tiny, Tesseract 4.1", "faces": "CenterFace", "codes": "ZXing-C++",
    ]

    /// The files of a directory of models.
    public static let fileNames = ModelFolder.all
}
