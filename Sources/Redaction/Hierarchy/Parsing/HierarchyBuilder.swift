import SecureMemory

/// Builder of the tree from elements in document order.
struct HierarchyBuilder: ~Copyable {
    let format: HierarchyFormat
    private let kind: SourceKind
    private let limits: HierarchyLimits
    private var elements: [Hierarchy.Element] = []
    private var attributes: [Hierarchy.Attribute] = []
    private var names: [String] = []
    private var roles: [AttributeRole?] = []
    private var nameIndices: [String: Int] = [:]
    private var unescaped: SecureBytesBuilder
    private var open: [Int] = []

    init(_ kind: SourceKind, format: HierarchyFormat, limits: HierarchyLimits) throws(HierarchyError) {
        self.kind = kind
        self.format = format
        self.limits = limits
        do {
            self.unescaped = try SecureBytesBuilder()
        } catch {
            throw HierarchyError(.outOfMemory(error))
        }
    }

    var isEmpty: Bool { elements.isEmpty }

    mutating func index(ofName name: String) -> Int {
        if let index = nameIndices[name] { return index }
        nameIndices[name] = names.count
        names.append(name)
        roles.append(AttributeRole(name, in: format))
        return names.count - 1
    }

    /// Adds an attribute to the element that is opened next.
    ///
    /// - Parameters:
    ///   - sourceRange: Place of its value in the source.
    ///   - value: The value, unescaped.
    ///   - isEscaped: Whether `value` differs from the bytes in the source.
    ///   - isNull: Whether the source writes `null`.
    mutating func add(
        name: Int,
        sourceRange: Range<Int>,
        value: UnsafeRawBufferPointer,
        isEscaped: Bool,
        isNull: Bool = false
    ) throws(HierarchyError) {
        let unescapedRange = isEscaped ? unescaped.count..<unescaped.count + value.count : nil
        do {
            if isEscaped { try unescaped.append(value) }
        } catch {
            throw HierarchyError(.outOfMemory(error))
        }
        attributes.append(
            Hierarchy.Attribute(sourceRange: sourceRange, name: name, isNull: isNull, unescapedRange: unescapedRange)
        )
    }

    /// Opens an element, with the attributes that were added since the last one.
    mutating func open(tag: Int, _ traits: ElementTraits) throws(HierarchyError) {
        guard open.count < limits.depth else { throw HierarchyError(.tooDeep(limit: limits.depth)) }
        guard elements.count < limits.elementCount else {
            throw HierarchyError(.tooManyElements(limit: limits.elementCount))
        }
        let element = Hierarchy.Element(
            parent: open.last,
            end: elements.count + 1,
            attributes: (elements.last?.attributes.upperBound ?? 0)..<attributes.count,
            frame: traits.frame,
            fillsFrame: traits.fillsFrame,
            isVisible: traits.isVisible,
            isEnabled: traits.isEnabled,
            isSecure: traits.isSecure,
            isEditable: traits.isEditable,
            tag: tag
        )
        open.append(elements.count)
        elements.append(element)
    }

    mutating func close() {
        guard let index = open.popLast() else { return }
        elements[index].end = elements.count
    }

    /// - Precondition: All elements are closed.
    consuming func finish(_ source: SecureBytes, page: Page? = nil) throws(HierarchyError) -> Hierarchy {
        // A harness may find none of the elements that it looks for; a screen without any element is none.
        guard !elements.isEmpty || format == .playwright else { throw HierarchyError(.noElements) }
        return Hierarchy(
            format: format,
            kind: kind,
            page: page,
            elements: elements,
            attributes: attributes,
            source: source,
            unescaped: unescaped.finish(),
            names: names,
            roles: roles
        )
    }
}

struct ElementTraits {
    var frame: Frame?
    var fillsFrame = true
    var isVisible = true
    var isEnabled = true
    var isSecure = false
    var isEditable = false
}
