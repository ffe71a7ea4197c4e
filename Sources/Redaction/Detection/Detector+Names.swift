extension Detector {
    /// What looks for what, by the words of targets.
    public static let modelNames = [
        "text": "PP-OCRv6 tiny, Tesseract 4.1", "faces": "CenterFace", "codes": "ZXing-C++",
    ]

    /// The files that are read of a directory of models.
    public static let fileNames = ModelFolder.all
}
