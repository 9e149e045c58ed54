import CFaultyDisk
import SearchAPI
import VisualSearch

/// One store on one disk, from an empty folder through a list of steps.
final class Run {
    /// The fault of a step.
    struct Failure: Error {
        var step: Int
        var text: String
    }

    let folder: Folder
    let tally: Tally
    private var shop = Shop()
    /// Whole stores beside it, by name.
    private var files: [String: Shop] = [:]
    private var stores: [CatalogStore?] = [nil, nil]
    private var sides = Sides()
    /// The batches of events that outlive a failure of the power.
    private var lastingEvents = 0
    private let sideFiles: SideFiles
    private var sets: SavedSets
    /// The files that interrupted attempts have left.
    private var leftovers: Set<String> = []
    private var usesSides = false
    /// Hit by the fault of the present step.
    private var random = SplitMix(0)

    init(_ folder: Folder, _ tally: Tally) {
        self.folder = folder
        sideFiles = SideFiles(folder)
        sets = SavedSets(folder)
        self.tally = tally
    }

    /// Returns the first failure; nil where all is as it should be.
    func play(_ steps: [Step], seed: UInt64) -> Failure? {
        folder.clear(seed)
        sets = SavedSets(folder)
        usesSides = steps.contains { $0.operation.isBeside }
        defer { closeAll() }
        for (index, step) in steps.enumerated() {
            do { try play(step) } catch { return Failure(step: index, text: error.text) }
        }
        do { try end() } catch { return Failure(step: steps.count, text: error.text) }
        return nil
    }

    private func play(_ step: Step) throws(Mismatch) {
        random = SplitMix(step.seed)
        let before = (shop: shop, sides: sides)
        let effect =
            [.saveAll, .restoreAll].contains(step.operation)
            ? sets.effect(step.operation, sides, sideFiles, &random)
            : step.operation.isBeside
                ? step.operation.effect(sides, sideFiles, in: folder, &random)
                : step.operation.effect(shop, in: folder, files: files, &random)
        tally.operations[step.operation, default: 0] += 1
        arm(step.fault)
        let error = perform(effect, step)
        let hits = disk_hits()
        switch step.fault {
        case .crash:
            disk_stop()
            try crash(effect, error)
        case .failure(let outcome, let calls, _, _) where hits > 0:
            disk_disarm()
            tally.failures[Fault.name(of: outcome) + " of " + calls.rawValue, default: 0] += 1
            try settle(step, effect, error, outcome, calls)
        default:
            disk_disarm()
            if let error { throw Mismatch(text: "without a fault: \(error)") }
            accept(effect)
        }
        if step.operation == .restoreAll { try demandOneState(before, effect) }
        try sets.check(after: step.operation, isAcknowledged: error == nil, before)
        try tidy(step, effect, isClean: hits == 0 && error == nil && !step.fault.isCrash)
    }

    private func perform(_ effect: Effect, _ step: Step) -> SearchError? {
        do throws(SearchError) {
            if step.closes || effect.closesStore { close(step, effect) }
            if effect.needsStore, stores[step.connection] == nil { stores[step.connection] = try open() }
            try run(effect, step)
        } catch { return error }
        return nil
    }

    private func close(_ step: Step, _ effect: Effect) {
        if effect.sides != nil { sideFiles.close() }
        if effect.closesStore {
            stores = [nil, nil]
        } else if effect.sides == nil {
            stores[step.connection] = nil
        }
    }

    private func run(_ effect: Effect, _ step: Step) throws(SearchError) {
        let store = stores[step.connection]
        guard step.reads, let reader = stores[1 - step.connection] else { return try effect.run(store) }
        // A reader sees one state throughout.
        try reader.read { snapshot throws(SearchError) in
            let before = try Shop.heads(in: snapshot)
            try effect.run(store)
            guard try Shop.heads(in: snapshot) == before else { throw .service("a reader saw a write") }
        }
    }

    private func open() throws(SearchError) -> CatalogStore {
        let path = folder.path(Folder.store)
        do throws(SearchError) {
            return try CatalogStore(path: path, describer: shop.describer, mode: .create)
        } catch {
            guard case .describerMismatch = error else { throw error }
            // Another describer may have come to its end when the step was cut off.
            return try CatalogStore(path: path)
        }
    }

    private func arm(_ fault: Fault?) {
        switch fault {
        case .crash(let call): disk_arm(Fault.anyChange, call, 1, Int32(disk_power), random.next())
        case .failure(let outcome, let calls, let call, let span):
            disk_arm(Int32(calls.mask), call, span, Int32(outcome), random.next())
        case nil: disk_disarm()
        }
    }

    /// An acknowledged effect holds from now on.
    private func accept(_ effect: Effect) {
        if let last = effect.states.last { shop = last }
        if let after = effect.sides { sides = after }
        if effect.isDurableBeside { lastingEvents = sides.events }
        if let made = effect.made { files[made.name] = made.shop }
    }

    // MARK: after faults

    private func crash(_ effect: Effect, _ error: SearchError?) throws(Mismatch) {
        closeAll()
        let open = disk_open_files()
        if open > 0 { throw Mismatch(text: "\(open) descriptors are open after all connections were closed") }
        tally.crashes += 1
        let lost = disk_cut_power(random.next())
        tally.lost += lost
        try sets.finish()
        let candidates = error == nil ? [effect.states.last ?? shop] : [shop] + effect.states
        if error == nil, let after = effect.sides { sides = after }
        if lost == 0 || error == nil && effect.isDurableBeside { lastingEvents = sides.events }
        try compare(with: candidates, "after a crash")
        try compareSides(error == nil ? nil : effect.sides, isAfterCrash: true, "after a crash")
        try compareMade(effect, isAcknowledged: error == nil)
    }

    /// The process goes on after calls that failed.
    private func settle(
        _ step: Step, _ effect: Effect, _ error: SearchError?, _ outcome: Int, _ calls: Fault.Calls
    ) throws(Mismatch) {
        let name = Fault.name(of: outcome)
        guard let error else {
            accept(effect)
            try compare(with: [shop], "after \(name) that no error told of")
            return try compareSides(nil, isAfterCrash: false, "after \(name) that no error told of")
        }
        if outcome == disk_short { throw Mismatch(text: "a short count is no error, but: \(error)") }
        // A repair leaves out what the disk cannot read, and says so.
        if step.operation == .repair, calls == .reads { folder.remove("repaired") }
        try judge(error, outcome, calls)
        // Another connection goes on.
        if case .diskFull = error {} else { close(step, effect) }
        try sets.finish()
        try compare(with: [shop] + effect.states, "after \(name) of \(calls.rawValue) (\(error))")
        try compareSides(effect.sides, isAfterCrash: false, "after \(name) of \(calls.rawValue) (\(error))")
        try compareMade(effect, isAcknowledged: false)
    }

    /// True for the store, a file of ``SideFiles``, and their logs.
    private func isPart(_ name: String) -> Bool {
        SentPictures.isPicture(name) || SavedSets.isSet(name) || name == SideFiles.lock
            || ([Folder.store, "backup-wal", "backup-shm"] + SideFiles.names).contains {
                name == $0 || name == $0 + "-wal" || name == $0 + "-shm"
            }
    }

    /// Demands that an error names what happened.
    private func judge(_ error: SearchError, _ outcome: Int, _ calls: Fault.Calls) throws(Mismatch) {
        switch error {
        case .diskFull where outcome == 28: return
        case .damaged(_, let detail) where calls == .reads:
            let names = ["the disk could not read", "copy", "a repair of a sound store lost"]
            if names.contains(where: detail.contains) { return }
        case .store(_, let reason) where outcome != 28 || calls == .names:
            if !reason.contains("another file") { return }
        default: break
        }
        throw Mismatch(text: "\(Fault.name(of: outcome)) of \(calls.rawValue) is told as: \(error)")
    }

    private func closeAll() {
        stores = [nil, nil]
        sideFiles.close()
    }

    /// After a restore the catalog and the files beside it are both of before, or both of the backup.
    private func demandOneState(_ before: SavedSets.State, _ effect: Effect) throws(Mismatch) {
        guard usesSides, let shopAfter = effect.states.last, let sidesAfter = effect.sides else { return }
        guard shopAfter != before.shop, sidesAfter != before.sides else { return }
        if (shop == shopAfter) != (sides == sidesAfter) {
            throw Mismatch(text: "a restore that was cut off has left a part of each state")
        }
    }

    /// Compares the files beside the catalog with the present state of the model, or the one after the step.
    private func compareSides(_ after: Sides?, isAfterCrash: Bool, _ moment: String) throws(Mismatch) {
        guard usesSides else { return }
        let found: Sides
        do throws(SearchError) { found = try Sides(in: folder, sideFiles) } catch {
            throw Mismatch(text: "\(moment): \(error)")
        }
        let isExpected = ([sides] + (after.map { [$0] } ?? [])).contains { candidate in
            var candidate = candidate
            if isAfterCrash, (lastingEvents...max(candidate.events, lastingEvents)).contains(found.events) {
                candidate.events = found.events
            }
            return candidate == found
        }
        guard isExpected else { throw Mismatch(text: "\(moment): beside it \(found.difference(from: sides))") }
        sides = found
        if isAfterCrash { lastingEvents = found.events }
        if let fault = sideFiles.pictures.fault(isAfterCrash: isAfterCrash) {
            throw Mismatch(text: "\(moment): \(fault)")
        }
    }

    /// Opens the store where it is not open, and compares all that it holds.
    private func compare(with candidates: [Shop], _ moment: String) throws(Mismatch) {
        let found: Shop
        do throws(SearchError) {
            let known = stores[0] ?? stores[1]
            let store = if let known { known } else { try open() }
            let findings = try store.check()
            if let first = findings.first { throw .damaged(path: "", detail: "check: \(first)") }
            found = try Shop(in: store)
            // To load an engine takes longer than all else.
            if random.isOnce(in: 8) {
                tally.searches += 1
                if let difference = try found.searchDifference(in: store.path, &random) {
                    throw .service("a search differs: \(difference)")
                }
            }
            if stores[0] == nil, stores[1] == nil { stores[0] = store }
        } catch { throw Mismatch(text: "\(moment): \(error)") }
        guard candidates.contains(found) else {
            let differences = candidates.compactMap { found.difference(from: $0) }
            throw Mismatch(text: "\(moment): \(differences.joined(separator: "; or "))")
        }
        shop = found
        tally.comparisons += 1
    }

    /// The file that an operation makes is whole or absent.
    private func compareMade(_ effect: Effect, isAcknowledged: Bool) throws(Mismatch) {
        guard let made = effect.made else { return }
        guard folder.names().contains(made.name) else {
            if isAcknowledged { throw Mismatch(text: "`\(made.name)` was acknowledged and is gone") }
            return
        }
        files[made.name] = made.shop
    }

    /// Compares the files beside the store, and removes what only one step is to have.
    private func tidy(_ step: Step, _ effect: Effect, isClean: Bool) throws(Mismatch) {
        var unfinished: Set<String> = []
        for name in folder.names() where !isPart(name) {
            if let expected = files[name] {
                try compare(file: name, with: expected)
                if name == "backup" { continue }
                files[name] = nil
                folder.remove(name)
            } else if name.contains(".before-") {
                // A file that a backup took the place of.
                folder.remove(name)
            } else {
                unfinished.insert(name)
            }
        }
        for name in files.keys where !folder.names().contains(name) { throw Mismatch(text: "`\(name)` is gone") }
        if !step.fault.mayLeaveFiles, let name = unfinished.subtracting(leftovers).min() {
            throw Mismatch(text: "`\(name)` is left behind")
        }
        // A step that makes a file removes the remains of an interrupted attempt.
        let left = unfinished.filter { step.operation.isRemains($0, of: effect.made?.name) }
        if isClean, effect.isMaking || step.operation == .saveAll, let name = left.min() {
            throw Mismatch(text: "`\(name)` is still there after the next attempt")
        }
        if step.fault.isCrash { tally.leftovers += unfinished.subtracting(leftovers).count }
        leftovers = unfinished
    }

    private func compare(file name: String, with expected: Shop) throws(Mismatch) {
        do throws(SearchError) {
            let store = try CatalogStore(path: folder.path(name), describer: expected.describer, mode: .readOnly)
            if let first = try store.check().first { throw .damaged(path: name, detail: first) }
            if let difference = try Shop(in: store).difference(from: expected) {
                throw .damaged(path: name, detail: difference)
            }
        } catch { throw Mismatch(text: "`\(name)`: \(error)") }
    }

    /// Once all connections are closed, the store is one file.
    private func end() throws(Mismatch) {
        disk_disarm()
        if stores[0] == nil, stores[1] == nil { try compare(with: [shop], "at the end") }
        try compareSides(nil, isAfterCrash: false, "at the end")
        closeAll()
        let left = folder.names().filter {
            $0 != Folder.store && files[$0] == nil && !SideFiles.names.contains($0) && !SentPictures.isPicture($0)
                && !SavedSets.isSet($0) && $0 != SideFiles.lock && !leftovers.contains($0)
        }
        if !left.isEmpty { throw Mismatch(text: "at the end \(left) are left behind") }
    }
}

extension Fault? {
    var isCrash: Bool { if case .crash = self { true } else { false } }

    /// True where files cannot be removed any more.
    var mayLeaveFiles: Bool {
        switch self {
        case .crash, .failure(_, of: .names, _, _): true
        default: false
        }
    }
}
