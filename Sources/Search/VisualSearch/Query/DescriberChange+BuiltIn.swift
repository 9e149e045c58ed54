internal import Imaging
internal import SQLite

// The vectors of the built-in describer that a store keeps beside those of a model.
extension DescriberChange {
    /// Items of a transaction that describes nothing.
    private static let takenPortion = 1000

    /// Takes the vectors of the built-in describer that a store has beside those of a model as the new ones, where that
    /// is what the store changes to.
    func takeBuiltIn(_ report: inout Report) throws(SearchError) {
        guard BuiltInDescriber.isName(identity.name) else { return }
        var (next, nextRemoved) = (Int?.some(0), Int?.some(0))
        while let from = next {
            try options.checkCancellation()
            let (taken, last) = try store.write { database throws(SearchError) in
                try database.demand(store.describer)
                let (new, builtIn) = (try PendingVectors(database), try BuiltInVectors(database))
                guard builtIn.head?.describer == identity.name else { return (0, Int?.none) }
                let pictures = try new.pending(from: from, limit: Self.takenPortion)
                var taken = 0
                for picture in pictures {
                    guard let vector = try builtIn.vector(at: picture.number, onlyIfSound: true) else { continue }
                    if try new.keep(vector.values, of: picture) { taken += 1 }
                }
                return (taken, pictures.last?.number)
            }
            report.fromStore += taken
            next = last.map { $0 + 1 }
        }
        while let from = nextRemoved {
            try options.checkCancellation()
            let last = try store.write { database throws(SearchError) in
                try database.demand(store.describer)
                let (new, builtIn) = (try PendingVectors(database), try BuiltInVectors(database))
                guard builtIn.head?.describer == identity.name else { return Int?.none }
                let pictures = try new.pendingRemoved(from: from, limit: Self.takenPortion)
                for picture in pictures {
                    guard let vector = try builtIn.removed(picture.number) else { continue }
                    try new.keepRemoved(vector.values, of: picture)
                }
                return pictures.last?.number
            }
            nextRemoved = last.map { $0 + 1 }
        }
    }

    /// Makes the vectors that are missing beside those of a model, from the same files and small pictures. Pictures
    /// without any stay as they are.
    ///
    /// - Parameter progress: Called with the pictures that were looked at, and with all that lack one.
    func describeBuiltIn(_ report: inout Report, _ progress: (Int, Int) -> Void) throws(SearchError) {
        let (form, all) = try store.write { database throws(SearchError) in
            try database.demand(store.describer)
            let known = try BuiltInVectors(database).head.flatMap { BuiltInDescriber.named($0.describer) }
            let form = known ?? .shared
            let vectors = try BuiltInVectors.begin(
                form.identity, dimensions: form.dimensions, replacing: true, in: database)
            try vectors.dropDamaged()
            return (form, try vectors.missing())
        }
        (report.builtIn, report.missingBuiltIn) = (0, 0)
        progress(0, all)
        try describeBuiltIn(with: form, ofRemoved: false, &report) { progress(min($0, all), all) }
        try describeBuiltIn(with: form, ofRemoved: true, &report) { _ in }
        try store.write { database throws(SearchError) in try BuiltInVectors(database).renew() }
    }

    private func describeBuiltIn(
        with form: BuiltInDescriber, ofRemoved isRemoved: Bool, _ report: inout Report, _ progress: (Int) -> Void
    ) throws(SearchError) {
        var next = 0
        while true {
            try options.checkCancellation()
            let (pictures, thumbnails) = try store.readCopy { snapshot throws(SearchError) in
                let vectors = try BuiltInVectors(snapshot.database)
                let pictures =
                    isRemoved
                    ? try vectors.pendingRemoved(from: next, limit: Self.portion)
                    : try vectors.pending(from: next, limit: Self.portion)
                let thumbnails = try pictures.map { picture throws(SearchError) in
                    isRemoved
                        ? try PendingVectors(snapshot.database).removedPicture(picture.number)?.thumbnail
                        : try snapshot.thumbnail(at: picture.number)
                }
                return (pictures, thumbnails)
            }
            guard let last = pictures.last else { return }
            next = last.number + 1
            let found = try options.map(Array(zip(pictures, thumbnails))) { picture, thumbnail throws(SearchError) in
                try describe(picture, thumbnail) { bytes throws(SearchError) in
                    let prepared = try options.prepare(.bytes(bytes), as: Recipe(form.input))
                    return try form.descriptor(of: prepared.pixels()).vector
                }.vector
            }
            try store.write { database throws(SearchError) in
                try database.demand(store.describer)
                let vectors = try BuiltInVectors(database)
                for (picture, values) in zip(pictures, found) {
                    guard let values else { continue }
                    let vector = BuiltInVector(describer: form.identity, values: values)
                    if isRemoved {
                        try vectors.keepRemoved(vector, as: picture.number)
                    } else {
                        _ = try vectors.keep(vector, of: picture)
                    }
                }
            }
            report.builtIn += found.count { $0 != nil }
            report.missingBuiltIn += found.count { $0 == nil }
            progress(report.builtIn + report.missingBuiltIn)
        }
    }
}
