internal import Essentials

/// Small pictures of items and uploads, upright and without metadata, made when they are asked for and kept in memory.
///
/// A file of this machine is shown only where `magpie index` has put it into the store and its content is still the
/// same: nobody who may insert an item can make the server show another file. Other pictures are fetched as the
/// ``FetchPolicy`` allows.
final class SmallPictures: Sendable {
    enum Subject: Hashable, Sendable {
        case item(String)
        case upload(String)
    }

    private struct Key: Hashable {
        var subject: Subject
        var form: PictureForm
    }

    private struct State {
        var revision = -1
        var pictures: [Key: [UInt8]] = [:]
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
        guard case .item(let id) = subject, kept(Key(subject: subject, form: form)) == nil else { return false }
        guard let found = try? source(of: id), found.thumbnail == nil else { return false }
        return found.source.map(SmallPictures.isURL) ?? false
    }

    /// The picture; nil where it cannot be had.
    func picture(of subject: Subject, _ form: PictureForm) throws(SearchError) -> [UInt8]? {
        let key = Key(subject: subject, form: form)
        let revision = try context.engine.store.read { snapshot throws(SearchError) in snapshot.revision }
        if let kept = kept(key), revision == state.withLock({ $0.revision }) { return kept }
        guard let bytes = try original(subject, form) else { return nil }
        let small = try? context.onCore("thumbnail", isLowPriority: true) {
            [limits = context.limits] _ throws(SearchError) in
            do throws(ImageError) {
                let recipe = Recipe(form.output, allowsTruncated: true)
                let flag = Budget.current?.cancellation
                return try prepare(.bytes(bytes), as: recipe, limits: limits, cancellation: flag).outputs[0].bytes
            } catch {
                throw .image(error)
            }
        }
        if let small { keep(small, for: key, at: revision) }
        return small
    }

    private func kept(_ key: Key) -> [UInt8]? { state.withLock { $0.pictures[key] } }

    private func keep(_ picture: [UInt8], for key: Key, at revision: Int) {
        state.withLock { state in
            if revision < state.revision { return }
            if revision > state.revision || state.bytes + picture.count > SmallPictures.limit {
                (state.revision, state.pictures, state.bytes) = (revision, [:], 0)
            }
            if state.pictures.updateValue(picture, forKey: key) == nil { state.bytes += picture.count }
        }
    }

    /// The bytes to make the form of: the small picture of the store, unless the form asks for more than it has.
    private func original(_ subject: Subject, _ form: PictureForm) throws(SearchError) -> [UInt8]? {
        switch subject {
        case .upload(let name): return context.uploads.bytes(of: name)
        case .item(let id):
            guard let found = try source(of: id) else { return nil }
            if form.isServed(by: found.thumbnail) { return found.thumbnail }
            guard let source = found.source, !source.isEmpty else { return found.thumbnail }
            // Otherwise each of the many forms of an item could send this server to another one.
            if SmallPictures.isURL(source) { return found.thumbnail ?? (try? context.fetcher.fetch(source)) }
            return found.fingerprint.flatMap { indexedFile(source, $0) } ?? found.thumbnail
        }
    }

    private func source(
        of id: String
    ) throws(SearchError) -> (thumbnail: [UInt8]?, source: String?, fingerprint: Fingerprint?)? {
        try context.engine.store.read { snapshot throws(SearchError) in try snapshot.pictureSource(of: id) }
    }

    /// The file that was indexed, where it is unchanged. Relative to the folder of the store, as `magpie index` writes.
    private func indexedFile(_ source: String, _ fingerprint: Fingerprint) -> [UInt8]? {
        let folder = URL(filePath: context.engine.store.path).deletingLastPathComponent()
        let policy = FetchPolicy(folders: ["/"], byteLimit: context.limits.inputBytes)
        guard fingerprint.size <= context.limits.inputBytes,
            let bytes = try? AllowedFiles(policy).read(URL(filePath: source, relativeTo: folder).path),
            bytes.count == fingerprint.size, bytes.contentHash == fingerprint.hash
        else { return nil }
        return bytes
    }

    private static func isURL(_ source: String) -> Bool { source.contains("://") }
}
