import Essentials
import MilvusCatalog
import Models

extension Path {
    /// True for the address of a catalog in Milvus, `milvus://HOST:PORT/COLLECTION`.
    var isMilvus: Bool { text.hasPrefix(MilvusAddress.scheme) }

    /// Opens the engine over a store file or over a catalog in Milvus.
    ///
    /// - Parameter milvusToken: Nil, the default, is that in the environment.
    func engine(
        _ mode: CatalogStore.Mode, _ options: DescriberOptions = DescriberOptions(),
        _ settings: SearchEngine.Settings = SearchEngine.Settings(), milvusToken: String? = nil
    ) throws -> SearchEngine {
        let named = try options.describer(for: self)
        var settings = settings
        settings.describer = try named ?? options.recorded(in: self)
        // A describer that the store gets later is opened as one that it has now.
        settings.opensDescriber = { path in
            let found = (try? options.recorded(in: Path(path))) ?? nil
            if found == nil {
                note(
                    "magpie: \(path.printable) was described anew, and its describer is not at hand here: pictures are "
                        + "refused until this command is started again with it\n")
            }
            return found
        }
        guard isMilvus else {
            let engine = try SearchEngine(path: text, mode: mode, settings: settings)
            if mode != .readOnly, let model = named as? ModelDescriber { try engine.store.keep(model) }
            if let notice = engine.describerNotice(of: self) { note("magpie: \(notice)\n") }
            return engine
        }
        var shared = MilvusCatalog.Settings()
        shared.token = milvusToken
        shared.creates = mode == .create
        shared.engine = settings
        return try MilvusCatalog(MilvusAddress(text), shared).engine
    }

    /// Throws for an address where only a store file will do.
    func requireFile(for work: String) throws(UsageError) {
        if isMilvus { throw UsageError("\(work) needs a store file; \(text.quoted) is a catalog in Milvus") }
    }
}

extension SearchEngine {
    /// The notice about a store that another describer has made; nil for one of the present or of a named describer.
    func describerNotice(of file: Path) -> String? {
        let name = file.text.printable
        let command = "'magpie store describe \(file.text.shellWord)'"
        if isOfAbsentDescriber {
            return "\(name) was made with the describer \(store.describer.name.printable), which is not at hand: it "
                + "answers all but pictures; \(command) describes its pictures anew"
        }
        guard isOfFormerDescriber else { return nil }
        return
            "\(name) was made by an earlier version and answers with its describer; \(command) describes its pictures "
            + "anew"
    }
}

extension CatalogStore {
    /// Keeps the folder of a model, so that the next command finds it by the store alone.
    func keep(_ model: ModelDescriber) throws { try keepDescriberRecord(try model.record().json, of: model.identity) }
}
