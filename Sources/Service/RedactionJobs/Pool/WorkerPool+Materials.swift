import Containment
import Dispatch
package import PolicyLibrary
import SecureMemory
import Synchronization

extension WorkerPool {
    /// A material as workers have it, and the pictures that cannot be used and that no policy needs.
    package typealias Load = (material: LoadedMaterial, warnings: [InvalidFile])

    /// Hands a material to a worker, before there are jobs.
    ///
    /// - Throws: ``InvalidFile`` for a policy that cannot be used, or a picture that is needed.
    package func load(_ material: WorkMaterial) throws(InvalidFile) -> Load {
        try load(material, by: { try $0.load($1) })
    }

    /// Hands a material to the process that waits to take the place of a worker, so that no job waits for that; then to workers
    /// between their jobs.
    package func reload(_ material: WorkMaterial) async throws(InvalidFile) -> Load {
        let result = await withCheckedContinuation { continuation in
            // Waits, and for longer than a task may.
            DispatchQueue.global().async { [self] in
                continuation.resume(
                    returning: Result { () throws(InvalidFile) in
                        try load(material, by: { try $0.loadSpare($1) })
                    }
                )
            }
        }
        let loaded = try result.get()
        if case .processes(let processes, _) = place, let material = loaded.material.shared {
            for worker in queue.workers {
                // Jobs that come meanwhile wait, so it may take no longer than one.
                queue.schedule(on: worker) { [timeLimit] in
                    processes.load(material, on: worker, within: timeLimit ?? .seconds(60))
                }
            }
        }
        return loaded
    }

    /// Takes a catalogue that this process has parsed and decoded, where it does the work.
    package func use(_ catalogue: Catalogue) -> LoadedMaterial? {
        guard case .here(let work) = place else { return nil }
        return LoadedMaterial(number: nextMaterial(), ready: work.ready(catalogue))
    }

    private func nextMaterial() -> MaterialNumber { lastMaterial.add(1, ordering: .relaxed).newValue }

    private func load(
        _ content: WorkMaterial,
        by handOver: (WorkerProcesses, Material) throws -> SecureBytes?
    ) throws(InvalidFile) -> Load {
        let number = nextMaterial()
        switch place {
        case .here(let work):
            let (ready, warnings) = try work.ready(content)
            return (LoadedMaterial(number: number, ready: ready), warnings)
        case .processes(let processes, _):
            let verdict: MaterialVerdict
            let shared: Material
            do {
                shared = try Material(number, content.encoded())
                let bytes = try handOver(processes, shared)
                verdict = try bytes.map(MaterialVerdict.init) ?? .usable(warnings: [])
            } catch {
                let reason = (error as? WorkerFailure)?.sentence ?? "\(error)"
                throw InvalidFile(content.name, "a worker cannot use them: \(reason)")
            }
            switch verdict {
            case .usable(let warnings):
                processes.use(shared)
                return (LoadedMaterial(number: number, shared: shared), warnings)
            case .unusable(let error): throw error
            }
        }
    }
}
