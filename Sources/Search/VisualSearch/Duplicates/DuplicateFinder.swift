public import Essentials

/// Finds files that hold the same picture: the same bytes, the same picture in other bytes, and, when asked, pictures that
/// look alike.
///
/// Files of equal size are compared byte by byte. One of each content is decoded once, to 256 pixels, and described; those
/// whose descriptors are near are aligned and compared pixel by pixel. The result is the same for any number of workers.
/// <doc:FindingDuplicates> describes the rules and their measured errors.
public struct DuplicateFinder: Sendable {
    /// The limits for one file.
    public var limits = Limits()
    /// The number of files that are processed at the same time, 1…1024. Default: the cores that this process may use.
    public var workers = Batch.usableCores
    /// Also finds turned and mirrored copies, which takes eight descriptions of each picture. Default false.
    public var findsTurned = false
    /// Gives up smaller and coarsely coded copies too, in which a changed small letter may not show. Default false.
    public var givesUpUnclear = false
    /// Compares bytes only; nothing is decoded. Default false.
    public var comparesBytesOnly = false
    /// The least similarity of pictures that look alike, 0.5…1; nil, the default, leaves them out.
    public var leastSimilarity: Double?
    /// Judges which pictures look alike, such as a model of yours; the built-in describer and pixels decide
    /// on copies all the same. Similarities are then cosines of this describer, whose scale ``leastSimilarity`` has to fit. Wants
    /// ``leastSimilarity``. Default nil: the built-in describer.
    public var describer: (any Describer)?
    /// Also finds pictures that lie in others, such as a photo in a screenshot: ``Duplicates/parts``. Describes up to 35 parts
    /// of each picture. They join no group, and nothing is given up for them. Default false.
    public var findsParts = false
    /// The memory for miniatures in bytes; those beyond it are made again when they are needed. Default 512 MiB, enough for 87,000.
    public var miniatureBytes = 512 << 20

    /// Creates a finder with the defaults of its properties.
    public init() {}

    /// Searches files, off the threads of tasks. A cancelled task stops at the next file and throws `cancelled`.
    ///
    /// - Parameters:
    ///   - files: The files; folders are not searched.
    ///   - progress: Called from time to time, on another thread. Does nothing by default.
    /// - Throws: `invalidArgument` for a property out of its range, `service` where ``describer`` fails, and `cancelled`. A file that cannot be read is one of
    ///   ``Duplicates/failures``.
    public func find(
        in files: [URL], progress: @escaping @Sendable (DuplicateProgress) -> Void = { _ in }
    ) async throws(SearchError) -> Duplicates {
        try await Workers(threads: 1).run { cancellation throws(SearchError) in
            try self.findBlocking(in: files, cancellation: cancellation, progress: progress)
        }
    }

    /// ``find(in:progress:)``, blocking.
    public func findBlocking(
        in files: [URL], cancellation: Cancellation = Cancellation(),
        progress: @escaping @Sendable (DuplicateProgress) -> Void = { _ in }
    ) throws(SearchError) -> Duplicates {
        try find(files, known: [:], cancellation: cancellation, progress: progress)
    }

    /// - Parameter known: The descriptions that a store has, by the place of the file.
    package func find<File: PictureFile>(
        _ files: [File], known: [Int: KnownPicture], cancellation: Cancellation,
        progress: @escaping @Sendable (DuplicateProgress) -> Void
    ) throws(SearchError) -> Duplicates {
        guard Batch.workerCounts.contains(workers) else {
            throw .invalidArgument("workers is \(workers); it must be 1…\(Batch.workerCounts.upperBound)")
        }
        if let leastSimilarity, !(0.5...1).contains(leastSimilarity) {
            throw .invalidArgument("the similarity of look-alikes is \(leastSimilarity); it must be from 0.5 to 1")
        }
        if describer != nil, leastSimilarity == nil || comparesBytesOnly {
            throw .invalidArgument(
                "a describer judges which pictures look alike: set leastSimilarity, and compare more than bytes")
        }
        var search = DuplicateSearch(
            files: files, known: known, finder: self, cancellation: cancellation, progress: progress)
        return try search.run()
    }
}
