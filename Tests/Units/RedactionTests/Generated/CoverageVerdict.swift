import Foundation
import ImageCore
import SecureMemory
import StrictJSON

@testable import Redaction

/// What became of the texts of a screen.
enum CoverageVerdict {
    case covered
    /// The code of the reply, or what was wrong.
    case refused(String)
    /// Pixels of text that stay in the picture.
    case exposed([PixelBox])

    /// Plans to cover `level` of `source` on a picture of `size`, and looks whether all of `texts` would be painted over.
    ///
    /// - Parameter scale: Pixels for a point, where the policy states it.
    init(of source: String, level: String, texts: [PixelBox], on size: PixelSize, scale: Double?) throws {
        let unit = scale.map { #""scale": \#($0), "# } ?? ""
        let rule = ##"{"target": {"elements": "\##(level)"}, "style": {"fill": {"color": "#000000"}}}"##
        let policy = try Policy(parsing: SecureBytes(copying: Array("{\(unit)\"rules\": [\(rule)]}".utf8)))
        let plan: Plan
        do {
            let elements = try MatchedElements(policy.elementSelectors, in: SecureBytes(copying: Array(source.utf8)))
            plan = try Plan(policy, elements: elements, size: size, grid: .pixels)
        } catch let error as PolicyError {
            self = .refused("\(error.code): \(error)")
            return
        } catch let error as RedactionError {
            self = .refused("\(error)")
            return
        }
        let painted = plan.steps.flatMap(\.area.parts).map { PixelBox($0.x, $0.y, $0.maxX, $0.maxY) }
        let exposed = texts.map { $0.clipped(to: PixelBox(0, 0, size.width, size.height)) }.subtracting(painted)
        self = exposed.isEmpty ? .covered : .exposed(exposed)
    }
}

extension GeneratedScreen {
    /// What becomes of the texts of this screen on its own picture.
    func verdict(ofLevel level: String = "all-text", of source: String? = nil) throws -> CoverageVerdict {
        let texts = shownText(ofInputsOnly: level == "user-input")
        return try CoverageVerdict(
            of: source ?? self.source,
            level: level,
            texts: texts,
            on: display.size,
            scale: statedScale
        )
    }
}
