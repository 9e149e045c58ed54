internal import Essentials

/// Small pictures of items and uploads, upright and without metadata, made when they are asked for and kept in memory.
///
/// A file of this machine is shown only where `magpie index` has put it into the store and its content is still the
/// same: nobody who may insert an item can make the server show another file. Other pictures are fetched as the
/// ``FetchPolicy`` allows.
final class SmallPictures: Sendable {
    enum Subject: Hashable, Sendable {
        /// A picture of an item by its number, from 1.
        case item(String, picture: Int)
        case upload(String)
    }

    /// A picture, with the time of its file where it is made of one.
    struct Picture: Sendable {
        var bytes: [UInt8]
        var modified: HTTPDate?
    }

    private struct Key: Hashable {
        var subject: Subject
        var form: PictureForm
    }

    private struct State {
        var revision = -1
        var pictures: [Key: Picture] = [:]
        var bytes = 0
    }

    /// Bytes of all pictures. When it is reached, all are forgotten.
    private static let limit = 64 << 20

    private let context: RouteContext
    private let state = Locked(State())

    init(_ context: RouteContext) {
        self.context = context
        context.countMemory("pictures") { [state] in state.withLock { $0.bytes } }
    }

    /// Returns true if the picture is at another machine and not yet here.
    func mustBeFetched(_ subject: Subject, _ form: PictureForm) -> Bool {
        guard case .item(let id, let number) = subject, kept(Key(subject: subject, form: form)) == nil else {
            return false
        }
        guard let found = try? source(of: id, number), found.thumbnail == nil else { return false }
        return found.source.map(SmallPictures.isURL) ?? false
    }

    /// The picture; nil where it cannot be had.
    func picture(of subject: Subject, _ form: PictureForm) throws(SearchError) -> Picture? {
        let key = Key(subject: subject, form: form)
        let revision = try context.engine.store.read { snapshot throws(SearchError) in snapshot.revision }
        // An upload is gone after its time, whatever was made of it.
        if case .upload(let name) = subject, context.uploads.bytes(of: name) == nil { return nil }
        if let kept = kept(key), revision == state.withLock({ $0.revision }) { return kept }
        guard let original = try original(subject, form) else { return nil }
        let small = try? context.onCore("thumbnail", isLowPriority: true) {
            [limits = context.limits] _ throws(SearchError) in
            do throws(ImageError) {
                let recipe = Recipe(form.output, allowsTruncated: true)
                let flag = Budget.current?.cancellation
                return try prepare(.bytes(original.bytes), as: recipe, limits: limits, cancellation: flag)
                    .outputs[0].bytes
            } catch {
                throw .image(error)
            }
        }
        guard let small else { return nil }
        let picture = Picture(bytes: small, modified: original.modified)
        keep(picture, for: key, at: revision)
        return picture
    }

    private func kept(_ key: Key) -> Picture? { state.withLock { $0.pictures[key] } }

    private func keep(_ picture: Picture, for key: Key, at revision: Int) {
        state.withLock { state in
            if revision < state.revision { return }
            if revision > state.revision || state.bytes + picture.bytes.count > SmallPictures.limit {
                (state.revision, state.pictures, state.bytes) = (revision, [:], 0)
            }
            if state.pictures.updateValue(picture, forKey: key) == nil { state.bytes += picture.bytes.count }
        }
    }

    /// The picture to make the form of: the small one of the store, unless the form asks for more than it has. That one
    /// has no time, because the store does not know when it was written.
    private func original(_ subject: Subject, _ form: PictureForm) throws(SearchError) -> Picture? {
        switch subject {
        case .upload(let name): return context.uploads.bytes(of: name).map { Picture(bytes: $0) }
        case .item(let id, let number):
            guard let found = try source(of: id, number) else { return nil }
            let thumbnail = found.thumbnail.map { Picture(bytes: $0) }
            if form.isServed(by: found.thumbnail) { return thumbnail }
            guard let source = found.source, !source.isEmpty else { return thumbnail }
            // Otherwise each of the many forms of an item could send this server to another one.
            if SmallPictures.isURL(source) {
                return thumbnail ?? (try? context.fetcher.fetch(source)).map { Picture(bytes: $0) }
            }
            return found.fingerprint.flatMap { indexedFile(source, $0) } ?? thumbnail
        }
    }

    private func source(
        of id: String, _ number: Int
    ) throws(SearchError) -> (thumbnail: [UInt8]?, source: String?, fingerprint: Fingerprint?)? {
        try context.engine.store.read { snapshot throws(SearchError) in
            try snapshot.pictureSource(of: id, picture: number)
        }
    }

    /// The file that was indexed, where it is unchanged. Relative to the folder of the store, as `magpie index` writes.
    private func indexedFile(_ source: String, _ fingerprint: Fingerprint) -> Picture? {
        let folder = URL(filePath: context.engine.store.path).deletingLastPathComponent()
        let policy = FetchPolicy(folders: ["/"], byteLimit: context.limits.inputBytes)
        guard fingerprint.size <= context.limits.inputBytes,
            let file = try? AllowedFiles(policy: policy).file(URL(filePath: source, relativeTo: folder).path),
            fingerprint.holds(file.bytes)
        else { return nil }
        // A time that is still to come says nothing about the file, and must not be sent (RFC 9110, section 8.8.2.1).
        let isPast = Double(file.modified) <= Date.now.timeIntervalSince1970
        return Picture(bytes: file.bytes, modified: isPast ? HTTPDate(seconds: file.modified) : nil)
    }

    private static func isURL(_ source: String) -> Bool { source.contains("://") }
}
