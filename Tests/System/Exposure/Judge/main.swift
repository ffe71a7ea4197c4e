// Judges pictures and prints a line of JSON for each. Usage: exposure-judge MODELS < LIST, of a picture, a scale and perhaps a
// splash in each line, with tabs between them. MODELS is the folder that Deploy/lib/models.sh wrote, or - to do without.
import BoundedWork
import Detection
import Exposure
import Foundation
import ImageCore
import SecureMemory

func read(_ path: String) throws -> PixelBuffer {
    try ImageFormat.open(InputFile(path).read()).decoded().takePixels()
}

func judge(_ fields: [String], _ detector: Detector?) throws -> [String: Any] {
    let pixels = try read(fields[0])
    var budget = WorkBudget(limit: Detector.workLimit)
    let sightings = Sightings(
        lines: try detector?.lines(of: pixels, recognizing: true, budget: &budget),
        faceCount: try detector?.faces(of: pixels, budget: &budget).count,
        codeCount: try Detector.codes(of: pixels, budget: &budget).count
    )
    let splash: Splash? = fields.count > 2 ? try Splash(read(fields[2])) : nil
    let start = ContinuousClock().now
    let exposure = try Exposure(of: pixels, sightings: sightings, splash: splash, scale: Double(fields[1]))
    let seconds = (ContinuousClock().now - start) / .seconds(1)
    let evidence = exposure.evidence
    var result: [String: Any] = [
        "file": (fields[0] as NSString).lastPathComponent, "verdict": exposure.verdict.rawValue, "seconds": seconds,
        "flat": evidence.flatShare, "sharp": evidence.sharpShare,
    ]
    result["hiddenBy"] = exposure.hiddenBy?.rawValue
    result["lines"] = evidence.lineCount
    result["characters"] = evidence.characterCount
    result["faces"] = evidence.faceCount
    result["sign"] = evidence.interfaceSign
    result["sigma"] = evidence.blur?.sigma
    result["block"] = evidence.mosaic?.block
    result["likeness"] = evidence.splashLikeness
    return result
}

let models = CommandLine.arguments.dropFirst().first ?? "-"
let detector = models == "-" ? nil : try Detector(models: models)
while let line = readLine() {
    let result = try judge(line.split(separator: "\t").map(String.init), detector)
    let data = try JSONSerialization.data(withJSONObject: result, options: .sortedKeys)
    try FileHandle.standardOutput.write(contentsOf: data + [UInt8(ascii: "\n")])
}
