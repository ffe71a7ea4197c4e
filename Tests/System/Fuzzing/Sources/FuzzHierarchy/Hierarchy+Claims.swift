import BoundedWork
import Claims
import Hierarchy
import ImageCore
import SecureMemory

extension Hierarchy {
    /// Claims that the elements form a tree within the limits, and that what they say is in the source.
    func claimTree(_ limits: HierarchyLimits) {
        claim(elements.count <= limits.elementCount, "the elements are within the count")
        var depths: [Int] = []
        for (index, element) in elements.enumerated() {
            let holder = element.parent.map { 0..<index ~= $0 ? elements[$0].end : 0 } ?? elements.count
            claim(index < element.end && element.end <= holder, "an element lies in the one that holds it")
            depths.append(1 + (element.parent.map { depths[$0] } ?? 0))
            claim(depths[index] <= limits.depth, "the elements are within the depth")
            claim(element.attributes.count <= limits.attributeCount, "the attributes are within the count")
            claim(attributes.indices.contains(element.attributes), "an element has attributes that there are")
            claim(element.frame.map(isFrame) ?? true, "frames are finite")
            claim(names.indices.contains(element.tag), "tags have names")
        }
        for attribute in attributes {
            claim(attribute.sourceRange.upperBound <= source.count, "attributes stand in the source")
            claim(names.indices.contains(attribute.name), "attributes have names")
            let isText = value(of: attribute).withUnsafeBytes { String(validating: $0, as: UTF8.self) != nil }
            claim(isText, "values are UTF-8")
        }
    }

    private func isFrame(_ frame: Frame) -> Bool {
        [frame.x, frame.y, frame.maxX, frame.maxY].allSatisfy(\.isFinite) && frame.width >= 0 && frame.height >= 0
    }

    /// Claims that what was unwrapped and converted is a page source with the same elements.
    func claimReadsBackAsItself(_ limits: HierarchyLimits) {
        var limits = limits
        // A conversion to UTF-8 makes texts longer.
        limits.byteCount *= 4
        guard let again = try? Hierarchy(parsing: source, limits: limits) else {
            return claim(false, "the source reads back")
        }
        claim(again.source == source && again.format == format, "the source reads back as itself")
        claim(again.elements.elementsEqual(elements, by: isSame), "its elements are the same")
        claim(again.attributes.map(again.value) == attributes.map(value), "its values are the same")
    }

    private func isSame(_ left: Element, _ right: Element) -> Bool {
        left.parent == right.parent && left.end == right.end && left.frame == right.frame
            && left.isVisible == right.isVisible && left.isEnabled == right.isEnabled && left.isSecure == right.isSecure
    }

    /// Claims that the elements of each level are some of these, each once, found with the work that is enough for large sources.
    func claimLevels() {
        var budget = WorkBudget(limit: Self.levelWorkLimit)
        for level in ElementLevel.allCases {
            guard let found = try? elements(at: level, budget: &budget) else {
                return claim(false, "the work is enough")
            }
            claim(zip(found, found.dropFirst()).allSatisfy { $0 < $1 }, "elements are in order, and each one once")
            claim(found.allSatisfy(elements.indices.contains), "elements are those of the source")
        }
    }

    /// Claims that all covers lie on the snapshot.
    func claimCovers() {
        guard let size = PixelSize(width: 1080, height: 2400) else { return }
        for scale: Double? in [nil, 3] {
            do throws(PlacementError) {
                let placement = try Placement(of: self, on: size, scale: scale)
                claim(Placement.scaleRange.contains(placement.scale.lowerBound), "the scale is one that is taken")
                for index in elements.indices {
                    var budget = WorkBudget(limit: 100_000)
                    guard let cover = try? placement.cover(of: index, of: self, padding: 2, budget: &budget) else {
                        return claim(false, "the work is enough")
                    }
                    claim(cover.rects.allSatisfy(PixelRect(size).contains), "covers lie on the snapshot")
                }
            } catch {
                claimIsMessage(error.description)
            }
        }
    }

    /// Claims that the source without what `covered` elements say is a page source with the same elements, whose values,
    /// labels and hints are the text that stands for those that were taken out.
    func claimRedaction(of covered: [Int]) {
        guard let redacted = try? source(redacting: covered).bytes else { return claim(false, "the work is enough") }
        guard let again = try? Hierarchy(parsing: redacted) else { return claim(false, "the redacted source is one") }
        claim(again.format == format, "the redacted source is of the same tool")
        claim(again.elements.elementsEqual(elements) { $0.end == $1.end }, "the redacted source has the same elements")
        for index in Set(covered.flatMap(subtree)) {
            for role in [AttributeRole.value, .label, .hint] {
                let says = again.text(role, of: index)?.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
                claim(says == nil || says == Self.redactedText, "a covered element says nothing: \(says ?? "")")
            }
        }
    }
}
