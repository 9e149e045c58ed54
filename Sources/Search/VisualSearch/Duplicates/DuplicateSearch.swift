/// One search for duplicates: bytes, then pictures, then pairs of them.
struct DuplicateSearch<File: PictureFile>: Sendable {
    /// Files of equal bytes; the first one is kept, and stands for them all.
    struct Content: Sendable {
        var files: [Int]
        /// Nil until the bytes were read.
        var hash: [UInt8]?
    }

    let files: [File]
    let known: [Int: KnownPicture]
    let finder: DuplicateFinder
    let cancellation: Cancellation
    let progress: @Sendable (DuplicateProgress) -> Void
    /// Nil for a file without a state.
    private(set) var facts: [FileFacts?] = []
    private(set) var links: [Duplicates.Link] = []
    var failures: [Int: ImageError] = [:]
    /// The vectors of the describer that judges look-alikes, by content; nil where the built-in one does.
    var looks: VectorIndex?

    mutating func run() throws(SearchError) -> Duplicates {
        survey()
        var contents = try contentsByBytes()
        var groups = contents.filter { $0.files.count > 1 }
        var found: [DuplicateGroup] = []
        var parts: [PicturePartOfAnother] = []
        if finder.comparesBytesOnly {
            found = groups.map { group(of: $0, size: nil) }
        } else {
            let miniatures = MiniatureCache(files: files, limits: finder.limits, memory: finder.miniatureBytes)
            let (index, turned) = try describe(&contents, miniatures)
            groups = contents.filter { $0.files.count > 1 }
            found = groups.map { group(of: $0, size: miniatures.knownSize(of: $0.files[0])) }
            try learnSizes(contents.indices.filter { index.row($0) != nil }, contents, miniatures)
            let candidates = try candidates(contents, index, turned, miniatures)
            let alikes = try lookAlikes(contents)
            let order = keepOrder(contents, [candidates, alikes].compactMap(\.self), miniatures)
            let (pictures, near) = try pictureStars(order, contents, candidates, index, miniatures)
            found += pictures.map { group(of: $0, .picture, contents, miniatures) }
            // Copies look alike as well, but only the kept one of each group is asked.
            let copies = Set(pictures.flatMap { $0.others.map(\.content) })
            let alike = alikeStars(order, alikes ?? candidates, near, without: copies).stars
            found += alike.map { group(of: $0, .alike, contents, miniatures) }
            if finder.findsParts { parts = try self.parts(contents, index, without: copies, miniatures) }
        }
        let kinds = DuplicateGroup.Kind.allCases
        found.sort { left, right in
            let (first, second) = (kinds.firstIndex(of: left.kind) ?? 0, kinds.firstIndex(of: right.kind) ?? 0)
            return (first, left.kept.file) < (second, right.kept.file)
        }
        return Duplicates(
            groups: found, parts: parts,
            failures: failures.sorted { $0.key < $1.key }.map { .init(file: $0.key, error: $0.value) }, links: links,
            files: files.count - failures.count - links.count)
    }

    /// The state of each file, and the files with several names.
    private mutating func survey() {
        var names: [SIMD2<UInt64>: Int] = [:]
        for (place, file) in files.enumerated() {
            do throws(ImageError) { facts.append(try file.facts()) } catch {
                facts.append(nil)
                failures[place] = error
            }
        }
        // A symbolic link stands for its file only where that is not in the list itself.
        let order = [false, true].flatMap { isLink in facts.indices.filter { facts[$0]?.isLink == isLink } }
        for place in order {
            guard let identity = facts[place]?.identity else { continue }
            if let target = names[identity] {
                links.append(.init(file: place, target: target))
            } else {
                names[identity] = place
            }
        }
        links.sort { $0.file < $1.file }
    }

    /// Works on elements with all workers; results come in order.
    ///
    /// - Parameters:
    ///   - after: The elements of this step that were done before.
    ///   - all: The elements of the step; nil for these.
    func each<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ step: DuplicateProgress.Step, after: Int = 0, of all: Int? = nil,
        work: @escaping @Sendable (Element) -> Value, deliver: (Element, Value) -> Void
    ) throws(SearchError) {
        if elements.isEmpty { return }
        Batch(checked: min(finder.workers, elements.count)).run(
            elements, cancellation: cancellation,
            progress: {
                progress(DuplicateProgress(step: step, done: after + $0, total: all ?? elements.count))
            }, work: work, deliver: { deliver(elements[$0], $1) })
        if cancellation.isCancelled { throw .cancelled }
    }

    /// Looks at the pictures that a store has described, and that were not decoded so far.
    private mutating func learnSizes(
        _ described: [Int], _ contents: [Content], _ miniatures: MiniatureCache<File>
    ) throws(SearchError) {
        let unknown = described.map { contents[$0].files[0] }.filter { miniatures.knownSize(of: $0) == nil }
        var failed: [Int: ImageError] = [:]
        try each(unknown, .pictures) { file in
            Result { () throws(ImageError) in _ = try miniatures.entry(of: file) }
        } deliver: { file, result in
            if case .failure(let error) = result { failed[file] = error }
        }
        failures.merge(failed) { first, _ in first }
    }

    /// The order in which contents with candidates are kept, best first. A picture whose size cannot be learned is left
    /// out.
    private func keepOrder(_ contents: [Content], _ lists: [[[Candidate]]], _ miniatures: MiniatureCache<File>)
        -> [Int]
    {
        contents.indices.filter { content in lists.contains { !$0[content].isEmpty } }
            .filter { miniatures.knownSize(of: contents[$0].files[0]) != nil }
            .map { ($0, pictureOrder(of: contents[$0].files[0], miniatures)) }
            .sorted { PictureOrder.isBetter($0.1, $1.1) }.map(\.0)
    }

    /// Precondition: the picture was decoded before.
    func pictureOrder(of file: Int, _ miniatures: MiniatureCache<File>) -> PictureOrder {
        let facts = facts[file]!
        return PictureOrder(
            isLink: facts.isLink, size: miniatures.knownSize(of: file)!, worth: miniatures.knownWorth(of: file)!,
            bytes: facts.bytes, modified: facts.modified, place: file)
    }
}
