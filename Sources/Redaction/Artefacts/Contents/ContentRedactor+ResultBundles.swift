import BoundedWork
import SecureMemory

extension ContentRedactor {
    /// Calls the objects of result bundles by what is in them now, and has others refer to them by that. Of an object that is left out
    /// an empty one stays, so that others can still refer to it.
    func renumber(
        _ bundles: [ResultBundle],
        in results: inout [EntryResult],
        _ cancellation: Cancellation
    ) throws(ContentFailure) {
        for bundle in bundles where !terms.isCheck {
            var budget = Self.budget(forBytes: bundle.objects.count, cancellation)
            var references: [ObjectNumber: [ObjectNumber]] = [:]
            for (number, object) in bundle.objects {
                let file = object.references.flatMap { results[$0].content }
                references[number] = file?.withUnsafeBytes(ObjectReferences.read) ?? []
            }
            let sorted = try mapError(bundle.sorted(by: references, budget: &budget), ContentFailure.unfinished)
            guard let sorted else {
                throw .refused("the objects of a result bundle refer to each other in a circle")
            }
            var changed: [ObjectNumber: ObjectNumber] = [:]
            var names = Set(bundle.objects.keys)
            for number in sorted {
                guard let object = bundle.objects[number] else { continue }
                let new = try renumber(object, references[number] ?? [], changed, in: &results, cancellation)
                guard let new, new != number else { continue }
                changed[number] = new
                try rename(object, from: number, to: new, isThere: !names.insert(new).inserted, in: &results)
            }
            guard !changed.isEmpty, let info = results[bundle.info].content else { continue }
            let named = try mapError(
                ObjectNumber.replacing(changed, in: info, budget: &budget),
                ContentFailure.unfinished
            )
            results[bundle.info].change(to: named)
        }
    }

    /// Has an object refer to others by their new numbers; its own new number, or nil if nothing in it is new.
    private func renumber(
        _ object: ResultBundle.Object,
        _ references: [ObjectNumber],
        _ changed: [ObjectNumber: ObjectNumber],
        in results: inout [EntryResult],
        _ cancellation: Cancellation
    ) throws(ContentFailure) -> ObjectNumber? {
        guard let index = object.data else { return nil }
        let refersToNew = references.contains { changed[$0] != nil }
        guard refersToNew || results[index].isChanged else { return nil }
        var data = results[index].content ?? SecureBytes()
        let references = references.map { changed[$0] ?? $0 }
        var budget = Self.budget(forBytes: data.count, cancellation)
        if refersToNew {
            data = try replacing(changed, in: data, budget: &budget)
            if let file = object.references {
                let bytes = ObjectReferences.written(references)
                results[file].change(to: try mapError(SecureBytes(copying: bytes), ContentFailure.outOfMemory))
            }
        }
        results[index].change(to: data)
        return try mapError(
            ObjectNumber(of: data, referringTo: references, budget: &budget),
            ContentFailure.unfinished
        )
    }

    /// An object, packed or not, with other numbers in it.
    private func replacing(
        _ numbers: [ObjectNumber: ObjectNumber],
        in data: SecureBytes,
        budget: inout WorkBudget
    ) throws(ContentFailure) -> SecureBytes {
        let form = data.withUnsafeBytes { PackedFile.form(of: $0) }
        let file = try form.map { (form) throws(ContentFailure) in
            try PackedFile(data, form, terms.limits, budget: &budget)
        }
        let contents = try mapError(
            ObjectNumber.replacing(numbers, in: file?.contents ?? data, budget: &budget),
            ContentFailure.unfinished
        )
        guard let file else { return contents }
        return contents == file.contents ? data : try file.packed(contents, budget.cancellation)
    }

    /// Calls the files of an object by its new number. Of two objects that have become the same one is enough.
    private func rename(
        _ object: ResultBundle.Object,
        from old: ObjectNumber,
        to new: ObjectNumber,
        isThere: Bool,
        in results: inout [EntryResult]
    ) throws(ContentFailure) {
        let (old, new) = try mapError((old.text(), new.text()), ContentFailure.outOfMemory)
        for index in [object.data, object.references].compactMap(\.self) {
            results[index].name = results[index].name.replacing(old, with: new)
            results[index].tallies = results[index].tallies.map { tally in
                EntryTally(name: tally.name?.replacing(old, with: new), tally.outcome, tally.tally)
            }
            if isThere { results[index].content = nil }
        }
    }
}
