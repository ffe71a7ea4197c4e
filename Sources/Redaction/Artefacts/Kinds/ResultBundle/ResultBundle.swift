import BoundedWork
import SecureMemory

/// A result bundle of Xcode (`.xcresult`, format 3) among files: objects in files that are called by what is in them and by what they
/// refer to, from `Info.plist` down.
struct ResultBundle {
    /// The files of an object, by their indices.
    struct Object {
        var data: Int?
        var references: Int?
    }

    /// The index of the file that names the first object.
    let info: Int
    private(set) var objects: [ObjectNumber: Object] = [:]

    private static let (infoName, dataPrefix, referencesPrefix) = ("Info.plist", "Data/data.", "Data/refs.")

    /// The bundles among files.
    static func bundles(among names: [String]) -> [ResultBundle] {
        var bundles: [String: ResultBundle] = [:]
        for (index, name) in names.enumerated() where name == infoName || name.hasSuffix("/\(infoName)") {
            bundles[String(name.dropLast(infoName.count))] = ResultBundle(info: index)
        }
        guard !bundles.isEmpty else { return [] }
        for (index, name) in names.enumerated() {
            guard let number = ObjectNumber(name.utf8.suffix(ObjectNumber.textCount)) else { continue }
            let path = name.dropLast(ObjectNumber.textCount)
            for (prefix, file) in [(dataPrefix, \Object.data), (referencesPrefix, \Object.references)]
            where path.hasSuffix(prefix) {
                let directory = String(path.dropLast(prefix.count))
                bundles[directory]?.objects[number, default: Object()][keyPath: file] = index
            }
        }
        return bundles.values.filter { !$0.objects.isEmpty }.sorted { $0.info < $1.info }
    }

    /// The indices of the files that say what objects refer to, which hold nothing but numbers.
    var references: [Int] { objects.values.compactMap(\.references) }

    /// The objects, each behind those that it refers to; nil if they refer to each other in a circle, as no number allows.
    func sorted(
        by references: [ObjectNumber: [ObjectNumber]],
        budget: inout WorkBudget
    ) throws(BudgetFailure) -> [ObjectNumber]? {
        var sorted: [ObjectNumber] = []
        var isDone: [ObjectNumber: Bool] = [:]
        var stack: [(number: ObjectNumber, next: Int)] = []
        for first in objects.keys where isDone[first] == nil {
            stack.append((first, 0))
            isDone[first] = false
            while let (number, next) = stack.last {
                try budget.spend()
                let others = references[number] ?? []
                guard next < others.count else {
                    stack.removeLast()
                    isDone[number] = true
                    sorted.append(number)
                    continue
                }
                stack[stack.count - 1].next += 1
                guard objects[others[next]] != nil else { continue }
                switch isDone[others[next]] {
                case nil:
                    stack.append((others[next], 0))
                    isDone[others[next]] = false
                case false?: return nil
                case true?: break
                }
            }
        }
        return sorted
    }
}
