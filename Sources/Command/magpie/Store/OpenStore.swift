import Essentials
import MilvusCatalog
import Models
import SearchAPI
import VisualSearch

/// The settings with which the engine over a store is opened.
struct EngineSettings {
    var describer = DescriberOptions()
    var thumbnailSide: Int?
    var typeField: String?
    var synonyms = Synonyms.none
    var usesThesaurus = true
    var usesWordMeanings = true
    var learnsFromChanges = false
    /// The process answers so few searches that caches do not pay.
    var readsOnDemand = false
    /// The describer is one that the store may get, and need not have yet.
    var acceptsOtherDescriber = false
    var willIndexWords: (Int) -> Void = { _ in }
    /// The token of Milvus; nil is that in the environment.
    var milvusToken: String?
}

extension Path {
    /// True for the address of a catalog in Milvus, `milvus://HOST:PORT/COLLECTION`.
    var isMilvus: Bool { text.hasPrefix(MilvusAddress.scheme) }

    /// Opens the engine over a store file or over a catalog in Milvus.
    func engine(
        _ mode: CatalogStore.Mode, _ settings: EngineSettings = EngineSettings()
    ) throws -> SearchEngine {
        let named = try settings.describer.describer(for: self)
        let describer = try named ?? settings.describer.recorded(in: self)
        guard isMilvus else {
            let engine = try SearchEngine(
                path: text, mode: mode, home: nil, describer: describer, thumbnailSide: settings.thumbnailSide,
                typeField: settings.typeField, synonyms: settings.synonyms, usesThesaurus: settings.usesThesaurus,
                usesWordMeanings: settings.usesWordMeanings,
                learnsFromChanges: settings.learnsFromChanges, readsOnDemand: settings.readsOnDemand,
                acceptsOtherDescriber: settings.acceptsOtherDescriber, willIndexWords: settings.willIndexWords)
            if mode != .readOnly, let model = named as? ModelDescriber { try engine.store.keep(model) }
            if let notice = engine.describerNotice(of: self) { note("magpie: \(notice)\n") }
            return engine
        }
        var shared = MilvusCatalog.Settings()
        shared.token = settings.milvusToken
        shared.creates = mode == .create
        shared.describer = describer
        shared.thumbnailSide = settings.thumbnailSide
        shared.typeField = settings.typeField
        shared.synonyms = settings.synonyms
        shared.usesThesaurus = settings.usesThesaurus
        shared.usesWordMeanings = settings.usesWordMeanings
        shared.learnsFromChanges = settings.learnsFromChanges
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
    func keep(_ model: ModelDescriber) throws {
        try keepDescriberRecord(try model.record().json, of: model.identity)
    }
}
