import CatalogFile
import VisualSearch

/// The further pictures of an item after a run.
struct FurtherPictures: Sendable {
    enum Action: String, Sendable, CaseIterable {
        case added, updated, unchanged, removed, failed
    }

    /// A picture that could not be used.
    struct Failure: Sendable {
        /// The number of the picture among those of the item, from 1.
        var number: Int
        /// The row of the catalog that names it.
        var row: Int?
        var outcome: Outcome
    }

    /// Those to write; nil where the item keeps what it has.
    var pictures: [DescribedPicture]?
    /// The number of pictures after the run, the first one not counted.
    var count = 0
    var counts: [Action: Int] = [:]
    var failures: [Failure] = []
    /// The sources of the pictures that the item has after the run.
    var sources: Set<String> = []
    /// The bytes that were read.
    var inputBytes = 0

    /// True where the store has other pictures after the run. A file with another time alone makes none.
    var hasOthers = false

    mutating func count(_ action: Action) { counts[action, default: 0] += 1 }

    mutating func add(_ failure: Failure) {
        count(.failed)
        failures.append(failure)
    }
}

/// Determines the further pictures of one item: those of its rows, and without a row those that the store has.
struct FurtherWork {
    let work: IndexingWork
    let id: String
    /// The first picture of the item.
    let first: Path
    /// Its place among the pictures of the rows; nil where no row names it.
    var place: Int?
    /// The pictures before it, which are not there or could not be used, by their places; the others of these were not looked at.
    var failed: [Int: ImageError] = [:]

    /// A picture to be read.
    private struct Wanted {
        /// Its number among the pictures of the item, from 1.
        var number: Int
        var role: PictureRole?
        var row: Int?
        /// Nil where it is not at hand.
        var path: Path?
        /// Its place among those that the store has; nil for a new one.
        var place: Int?
        /// As the store has it; nil where it is not at hand.
        var source: String?
        /// The name in messages.
        var name: Path
        /// The file that the catalog may not name.
        var outside: Path?
        /// True for a picture that only the store knows: where its file is gone, it stays.
        var isOptional = false
    }

    /// A picture as it will be stored.
    private enum Planned {
        /// The one at this place among those that the store has, perhaps of another role or file time.
        case kept(Int, PictureRole?, Fingerprint?)
        case described(DescribedPicture)
        /// It would be described, but this is a dry run.
        case left
    }

    func result(for entry: CatalogEntry?) throws(SearchError) -> FurtherPictures {
        let stored = work.contents.further[id] ?? []
        var result = FurtherPictures()
        let isNamed = entry != nil && work.catalog?.namesPictures == true
        let wanted = isNamed ? self.wanted(entry?.pictures ?? [], stored) : self.wanted(stored)
        var planned: [Planned] = []
        var sources = Set([work.place.source(of: first)])
        var known: Set<Int> = []
        for picture in wanted {
            // Two cells may name one file in different ways.
            if let source = picture.source, !sources.insert(source).inserted, isNamed { continue }
            if let place = picture.place { known.insert(place) }
            let hasRoom = planned.count < Item.pictureLimit - 1
            do throws(SearchError) {
                if isNamed, let error = failed[picture.number - 1] { throw .image(error) }
                guard hasRoom else { throw .invalidArgument("an item has at most \(Item.pictureLimit) pictures") }
                planned.append(try plan(picture, stored, &result))
            } catch {
                result.add(try failure(error, of: picture))
                // A fault takes nothing out of the store.
                if hasRoom, let place = picture.place {
                    planned.append(.kept(place, stored[place].picture.role, stored[place].fingerprint))
                }
            }
        }
        result.sources = sources
        result.count = planned.count
        if stored.count > known.count { result.counts[.removed] = stored.count - known.count }
        try write(planned, stored, &result)
        return result
    }

    // MARK: steps

    private func wanted(_ pictures: [CatalogEntry.Picture], _ stored: [StoreContents.Further]) -> [Wanted] {
        pictures.enumerated().compactMap { index, picture in
            if index == place { return nil }
            let location = work.catalog?.location(of: picture, besideFirstIn: first.parent) ?? Catalog.Location()
            let file = location.file
            // A file that is gone may be known to the store by any of its places.
            let sources = file.map { [work.place.source(of: $0)] } ?? location.places.map(work.place.source)
            let known = stored.firstIndex { known in known.picture.source.map(sources.contains) ?? false }
            return Wanted(
                number: index + (place == nil ? 2 : 1), role: picture.cell.role, row: picture.row,
                path: file.map(shortened), place: known, source: file.map(work.place.source),
                name: file.map(shortened) ?? Path(picture.cell.file), outside: location.outside)
        }
    }

    private func wanted(_ stored: [StoreContents.Further]) -> [Wanted] {
        stored.enumerated().map { place, known in
            let file = work.place.file(of: known.picture.source)
            let path = file.flatMap { (try? FileStatus.of($0)) == nil ? nil : $0 }
            return Wanted(
                number: place + 2, role: known.picture.role, path: path, place: place, source: known.picture.source,
                name: path ?? Path(known.picture.source ?? ""), isOptional: true)
        }
    }

    /// The file as it is reached from here.
    private func shortened(_ path: Path) -> Path { work.place.file(of: work.place.source(of: path)) ?? path }

    private func failure(
        _ error: SearchError, of picture: Wanted
    ) throws(SearchError) -> FurtherPictures.Failure {
        let reason: ImageError
        switch error {
        case .image(let error): reason = error
        case .invalidArgument(let text): reason = .unreadable(path: picture.name.text, reason: text)
        // The next picture would meet the same.
        default: throw error
        }
        return FurtherPictures.Failure(
            number: picture.number, row: picture.row, outcome: Outcome(path: picture.name, result: .failure(reason)))
    }

    private func plan(
        _ picture: Wanted, _ stored: [StoreContents.Further], _ result: inout FurtherPictures
    ) throws(SearchError) -> Planned {
        guard let path = picture.path else {
            if let outside = picture.outside {
                throw .invalidArgument(
                    "the catalog names \(outside.text.printable), which is not below the folder of the catalog, of --root or "
                        + "of an INPUT; where that picture belongs to the item, name it as an INPUT as well")
            }
            guard picture.isOptional, let place = picture.place else {
                throw .image(.notFound(path: picture.name.text))
            }
            result.count(.unchanged)
            return .kept(place, picture.role, stored[place].fingerprint)
        }
        guard let place = picture.place else {
            return try describe(picture, try work.contents(of: path), as: .added, &result)
        }
        let known = stored[place]
        let action = known.picture.role == picture.role ? FurtherPictures.Action.unchanged : .updated
        switch try work.reading(of: path, unless: known.fingerprint) {
        case .same:
            result.count(action)
            return .kept(place, picture.role, known.fingerprint)
        case .touched(let file):
            result.inputBytes += file.contents.bytes.count
            result.count(action)
            return .kept(place, picture.role, file.fingerprint)
        case .other(let file):
            return try describe(picture, file, as: .updated, &result)
        }
    }

    private func describe(
        _ picture: Wanted, _ file: IndexingWork.File, as action: FurtherPictures.Action,
        _ result: inout FurtherPictures
    ) throws(SearchError) -> Planned {
        let bytes = file.contents.bytes
        result.inputBytes += bytes.count
        if work.isDryRun {
            result.count(action)
            return .left
        }
        let image = try work.engine.describe(.bytes(bytes), limits: work.limits)
        result.count(action)
        return .described(
            DescribedPicture(image, role: picture.role, source: picture.source, fingerprint: file.fingerprint))
    }

    /// Compares the plan with the store, and reads from it what stays beside something new.
    private func write(
        _ planned: [Planned], _ stored: [StoreContents.Further], _ result: inout FurtherPictures
    ) throws(SearchError) {
        result.hasOthers = planned.count != stored.count
        var hasOtherTimes = false
        for (index, picture) in planned.enumerated() {
            guard case .kept(let place, let role, let fingerprint) = picture, place == index,
                role == stored[place].picture.role
            else {
                result.hasOthers = true
                break
            }
            if fingerprint != stored[place].fingerprint { hasOtherTimes = true }
        }
        if work.isDryRun || !(result.hasOthers || hasOtherTimes) { return }
        let describer = work.engine.store.describer.name
        let all = try work.engine.store.read { snapshot throws(SearchError) in try snapshot.furtherPictures(of: id) }
        guard all.map(\.source) == stored.map(\.picture.source) else {
            throw .invalidArgument("its pictures were changed while it was indexed; index it again")
        }
        result.pictures = planned.compactMap { picture in
            switch picture {
            case .described(let picture): return picture
            case .left: return nil
            case .kept(let place, let role, let fingerprint):
                var kept = all[place]
                (kept.role, kept.fingerprint) = (role, fingerprint)
                return DescribedPicture(kept, describer: describer)
            }
        }
    }
}
