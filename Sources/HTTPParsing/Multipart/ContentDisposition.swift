/// The value of a part's `Content-Disposition`: `form-data; name="image"; filename="shot.png"` (RFC 7578, section 4.2).
struct ContentDisposition {
    let name: String
    let filename: String?

    /// - Parameter value: The header's value, or nil if the part has no such header.
    init(_ value: [UInt8]?) throws(MultipartError.PartFault) {
        guard let value else { throw .missingDisposition }
        var scanner = ParameterScanner(value)
        let type: String
        let parameters: [ParameterScanner.Parameter]
        do throws(ParameterScanner.Fault) {
            type = try scanner.token().lowercased()
            parameters = try scanner.parameters(quoting: .form)
        } catch {
            switch error {
            case .malformed(let offset): throw .malformedDisposition(offset: offset)
            case .repeated(let name): throw .repeatedParameter(name)
            }
        }
        guard type == "form-data" else { throw .notFormData }
        // `name*`, `name*0` (RFC 2231): another parser might prefer what they say.
        guard !parameters.contains(where: { $0.name.hasPrefix("name*") }) else { throw .extendedName }
        guard let name = parameters.first(where: { $0.name == "name" }), !name.value.isEmpty else { throw .missingName }
        // `a\` is sent as `"a\"` by browsers and as `"a\\"` by others, so a name with a backslash has two readings.
        guard !name.hasBackslash else { throw .backslashInName }
        self.name = name.value
        self.filename = parameters.first { $0.name == "filename" }?.value
    }
}
