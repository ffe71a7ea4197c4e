import BoundedWork
import Foundation
import ImageCore
import SecureMemory
import Testing

@testable import Detection

@Suite("Lines in the script of Arabic")
struct ArabicScriptTests {
    @Test("are read by the network of Arabic, and by that of the script where there are letters of other languages")
    func languages() throws {
        let file = Bundle.module.bundleURL.appending(path: "Fixtures/arabic-and-persian.png")
        let picture = try SecureBytes(copying: Data(contentsOf: file))
        let canvas = try Canvas(ImageFormat.open(picture).decoded().pixels)
        var budget = WorkBudget(limit: Detector.workLimit)
        let lines = try LoadedDetector.detector().lines(of: canvas.pixels(), recognizing: true, budget: &budget)
        let read = lines.map(\.letters)
        for text in ["قبليومين", "كلعاموأنتمبخير", "المدينةالمنورة", "گذرواژه"] {
            #expect(read.contains { $0.contains(text) }, "\(text) in \(read)")
        }
    }
}
