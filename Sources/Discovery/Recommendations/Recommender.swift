package import Essentials
public import SearchAPI
public import VisualSearch
internal import WireFormat

/// The recommendations of a catalog in this process: from its pictures, its words, and the behavior of its visitors.
///
/// Usable from many threads. The asynchronous verbs run on threads of the engine; those with `Blocking` block the
/// calling thread. The answer to a request is the same for the same store, events and request, unless it asks for
/// random items without a seed.
public final class Recommender: RecommendationService {
    /// The catalog that items are recommended from.
    public let engine: SearchEngine
    private let behavior: any Behavior
    private let consentSource: (any ConsentSource)?
    private let impressions: (any ImpressionLog)?
    private let now: @Sendable () -> Date
    private let pairs = TypePairs()
    /// Ends the use of the files that were opened for it.
    private let ends: @Sendable () -> Void

    /// Creates the recommendations of a catalog.
    ///
    /// - Parameters:
    ///   - engine: The catalog; it keeps the definitions of models.
    ///   - behavior: What visitors did.
    ///   - consents: What customers agreed to; nil, the default, knows of no purposes.
    ///   - impressions: Where the items that were shown are kept; nil, the default, keeps none.
    ///   - now: The moment, for windows of time. Default: that of the clock.
    ///   - ends: Called by ``close()``. Does nothing by default.
    package init(
        engine: SearchEngine, behavior: any Behavior, consents: (any ConsentSource)? = nil,
        impressions: (any ImpressionLog)? = nil, now: @escaping @Sendable () -> Date = { .now },
        ends: @escaping @Sendable () -> Void = {}
    ) {
        self.engine = engine
        self.behavior = behavior
        consentSource = consents
        self.impressions = impressions
        self.now = now
        self.ends = ends
    }

    /// Creates the recommendations of a catalog from the events that a server keeps.
    ///
    /// - Parameters:
    ///   - engine: The catalog; it keeps the definitions of models.
    ///   - events: The file of the events and consents. Without such a file nothing is known of visitors.
    ///   - keepsImpressions: Keeps an event for each item that was shown, in the same file. Default false.
    /// - Throws: `store` where the file is to be written and cannot be.
    public convenience init(
        engine: SearchEngine, events: String, keepsImpressions: Bool = false
    ) throws(SearchError) {
        let log = try keepsImpressions ? EventStore(path: events) : nil
        let (counts, consents) = (EventCounts(path: events), ConsentStore(path: events))
        let ends: @Sendable () -> Void = {
            counts.reader.close()
            consents.close()
            log?.close()
        }
        self.init(engine: engine, behavior: counts, consents: consents, impressions: log, ends: ends)
    }

    /// Ends the use of the file of events, after the calls that run; that of the engine stays open. Every later call that
    /// reads events throws `store`; to close again does nothing.
    public func close() { ends() }

    /// Recommends items, off the threads of tasks. See ``recommendBlocking(_:)``.
    public func recommend(_ request: RecommendationRequest) async throws(SearchError) -> RecommendationAnswer {
        try await engine.threads.offload(recommendBlocking(_:), request)
    }

    /// Lists the purposes that customers agree to, by name, off the threads of tasks.
    public func consentCategories() async throws(SearchError) -> [ConsentCategory] {
        try await engine.threads.offload { _ throws(SearchError) in try self.consentCategoriesBlocking() }
    }

    /// Lists the latest answer of the customer, known by any of the names, to each category, off the threads of tasks.
    public func consents(of customer: [String]) async throws(SearchError) -> [Consent] {
        try await engine.threads.offload(consentsBlocking(of:), customer)
    }

    /// ``consentCategories()``, blocking.
    package func consentCategoriesBlocking() throws(SearchError) -> [ConsentCategory] {
        try consentSource?.categories() ?? []
    }

    /// ``consents(of:)``, blocking.
    package func consentsBlocking(of customer: [String]) throws(SearchError) -> [Consent] {
        try consentSource?.consents(of: customer) ?? []
    }

    /// ``recommend(_:)``, blocking.
    ///
    /// The meaning of the parts of a request in this engine:
    /// - The seeds never come back, nor does what the customer bought, unless the model allows that.
    /// - The filter and the categories of the request and the filter of the model hold for every item, also for pinned
    ///   and random ones.
    /// - Looks and words are compared with the five strongest seeds, visits with all of them.
    /// - A model that finds too few items is followed by others, which it names; where none finds any item, the newest
    ///   items come. A notice says so.
    /// - Scores of a blend are those of its parts, each brought to a best of 1. Items of a model that followed another
    ///   one score below it.
    ///
    /// - Throws: `invalidArgument` with all values that are out of range, for a model or a field that is not there, with
    ///   what may have been meant; `store` or `damaged` where the store or the events cannot be read.
    public func recommendBlocking(_ request: RecommendationRequest) throws(SearchError) -> RecommendationAnswer {
        try request.check()
        let answer = try engine.readRows { snapshot, rows throws(SearchError) in
            let (model, variant) = try model(of: request, in: snapshot)
            return try ranked(request, model, variant, from: behavior, rows, snapshot)
        }
        // An answer is worth more than the record of it.
        if request.recordsImpressions { try? impressions?.keepImpressions(answer, for: request.customer) }
        return answer
    }

    /// ``recommendBlocking(_:)`` for somebody who may know nothing of what one person did: no name of a customer is looked
    /// up, except for the variant of a model, which depends on the name alone, and no item comes with its reasons.
    ///
    /// - Returns: Nil where the model answers from what its customer did, whether or not there is such a customer.
    package func recommendBlocking(
        withoutHistory request: RecommendationRequest
    ) throws(SearchError) -> RecommendationAnswer? {
        try request.check()
        return try engine.readRows { snapshot, rows throws(SearchError) in
            let (model, variant) = try model(of: request, in: snapshot)
            let names = !request.customer.isEmpty
            if names, !model.kinds.isDisjoint(with: Model.Kind.ofOnePerson) { return nil }
            var answer = try ranked(request, model, variant, from: BehaviorOfMany(behavior), rows, snapshot)
            for index in answer.items.indices { answer.items[index].reasons = [] }
            if names, !model.allowsBought {
                answer.notices.append(
                    Notice(
                        .fallback,
                        "items that the customer bought are not left out: that needs a key with the right `data`"))
            }
            return answer
        }
    }

    private func ranked(
        _ request: RecommendationRequest, _ model: Model, _ variant: String?, from behavior: any Behavior,
        _ rows: CatalogRows, _ snapshot: borrowing Snapshot
    ) throws(SearchError) -> RecommendationAnswer {
        let ranking = try RecommendationRanking(
            request, model, rows: rows, behavior: behavior, pairs: pairs, now: now(), in: snapshot)
        return try ranking.answer(variant: variant, in: snapshot)
    }

    // MARK: models

    /// The definitions of the store by name, without the kinds that exist without one.
    public func definitions() throws(SearchError) -> [String: Model] {
        try engine.store.read { snapshot throws(SearchError) in try definitions(in: snapshot) }
    }

    /// Adds and replaces models by name, and removes those whose model is nil, all or none. The store keeps them.
    ///
    /// - Throws: `invalidArgument` for the first value that is out of its range, a field that the store does not have,
    ///   and a name that is not 1 to 64 letters, digits, hyphens, dots and underscores.
    public func define(_ models: [String: Model?]) throws(SearchError) {
        var members: [String: JSONValue] = [:]
        for (name, model) in models {
            members[name] = try model.map { model throws(SearchError) in try model.definition() } ?? .null
        }
        _ = try define(JSONValue.object(members).encoded)
    }

    /// Adds, replaces and removes definitions as a file of ``ModelFile`` says, all or none; returns what it said.
    package func define(_ file: [UInt8]) throws(SearchError) -> [String: Model?] {
        let (fields, known) = try engine.store.read { snapshot throws(SearchError) in
            (try snapshot.fields(), try snapshot.models().keys)
        }
        let models = try ModelFile(file, fields: fields, known: Set(known)).models
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        var records: [String: String?] = [:]
        for (name, model) in models {
            guard let model else {
                records.updateValue(nil, forKey: name)
                continue
            }
            guard let data = try? encoder.encode(model) else {
                throw .invalidArgument("the model `\(name)` has a value that cannot be kept")
            }
            records[name] = String(decoding: data, as: UTF8.self)
        }
        try engine.store.define(models: records)
        return models
    }

    private func definitions(in snapshot: borrowing Snapshot) throws(SearchError) -> [String: Model] {
        var models: [String: Model] = [:]
        for (name, record) in try snapshot.models() {
            guard let record, let model = try? JSONDecoder().decode(Model.self, from: Data(record.utf8)) else {
                throw .damaged(
                    path: engine.store.path, detail: "the model `\(name)` cannot be read; define it again")
            }
            models[name] = model
        }
        return models
    }

    /// The model that the request names, or the one of the variant that the customer gets.
    private func model(
        of request: RecommendationRequest, in snapshot: borrowing Snapshot
    ) throws(SearchError) -> (Model, variant: String?) {
        let defined = try definitions(in: snapshot)
        func named(_ name: String) throws(SearchError) -> Model {
            if let model = defined[name] ?? Model.Kind(rawValue: name).map(Model.init) { return model }
            throw .unknownModel(name, known: Set(defined.keys).union(Model.Kind.allCases.map(\.rawValue)))
        }
        let model = try named(request.model)
        guard let variant = model.variant(for: request.customer, model: request.model) else { return (model, nil) }
        return (try named(variant.model), variant.name)
    }
}
