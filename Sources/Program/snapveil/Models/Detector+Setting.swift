import BoundedWork
import Detection

extension Detector {
    /// What looks at pictures with the models of a directory; nil if there is none.
    ///
    /// - Throws: ``InvalidSetting``, which names the file that cannot be used.
    static func loaded(from models: String?) throws(InvalidSetting) -> Detector? {
        guard let models else { return nil }
        return try mapError(Detector(models: models)) { (error: DetectorError) in
            InvalidSetting(message: QuotedText.printing("\(error)"))
        }
    }
}
