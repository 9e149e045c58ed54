internal import Foundation
package import Imaging
package import SearchAPI
package import VisualSearch

/// Answers requests of the ViSearch protocol, and those of our own, with an engine.
package final class SearchRoutes: RequestHandler {
    let engine: SearchEngine
    let jobs: JobStore
    let runner: JobRunner
    let uploads: Uploads
    let fetcher: Fetcher
    let eventStore: EventStore
    let eventRate: EventRate
    /// What one picture may cost.
    let limits: Limits
    let workers: Int
    /// Which items count as hits where a client names no lowest score.
    let scope: SearchRequest.Scope
    private let isReadOnly: Bool
    private let takesEvents: Bool
    /// Which file the store was when it was opened.
    let storeFile: UInt64?
    let metrics = Locked<Metrics?>(nil)
    /// What went wrong with the store of late.
    let troubles = Troubles()
    private let cache = AnswerCache()
    /// Work on pictures, whichever way they came. Threads that wait for a download do not count.
    let cores: WorkQueue

    /// - Parameters:
    ///   - eventsPerSecond: From one address; 0 for any number.
    ///   - workers: Pictures that are worked on at a time.
    ///   - isReadOnly: Nothing is inserted or removed.
    ///   - takesEvents: Trackers may report.
    ///   - scope: Which items count as hits where a client names no lowest score.
    package init(
        engine: SearchEngine, jobs: JobStore, runner: JobRunner, uploads: Uploads, fetcher: Fetcher,
        events: EventStore, eventsPerSecond: Int, limits: Limits, workers: Int, isReadOnly: Bool = false,
        takesEvents: Bool = true, scope: SearchRequest.Scope = .all
    ) {
        self.engine = engine
        self.jobs = jobs
        self.runner = runner
        self.uploads = uploads
        self.fetcher = fetcher
        eventStore = events
        eventRate = EventRate(perSecond: eventsPerSecond, batch: SearchRoutes.batchLimit)
        self.limits = limits
        self.workers = workers
        self.scope = scope
        self.isReadOnly = isReadOnly
        self.takesEvents = takesEvents
        storeFile = SearchRoutes.fileNumber(engine.store.path)
        cores = WorkQueue(threads: workers)
    }

    package func route(method: String, path: String) -> HTTPRoute {
        guard let route = self.route(path) else {
            var nowhere = HTTPRoute("other", .immediate)
            nowhere.exists = false
            return nowhere
        }
        return route.http
    }

    private func route(_ path: String) -> Route? {
        let route = Route(path: path)
        return route?.isForTrackers == true && !takesEvents ? nil : route
    }

    package func recall(_ request: HTTPRequest) -> HTTPResponse? {
        guard request.method != "HEAD", case .operation(let operation)? = Route(path: request.path) else { return nil }
        switch operation {
        case .search, .outOfStock, .recommendations, .colorSearch, .match: return recalled(request, operation)?.answer
        default: return nil
        }
    }

    package func respond(to request: HTTPRequest) -> HTTPResponse {
        guard let route = route(request.path) else {
            return failure(ViSearch.Fault("There is nothing here."), request, status: 404)
        }
        let isClosed = isReadOnly && route.changesItems
        let refusal = (route.needs == nil ? nil : request.authentication.fault) ?? (isClosed ? .readOnly : nil)
        switch route {
        case .operation(let operation):
            // To ask for the headers alone must not change anything.
            if request.method == "HEAD", operation == .insert || operation == .remove {
                return failure(ViSearch.Fault("The method is not supported."), request, status: 405)
            }
            return answer(operation, request, refusal)
        case .insertStatus(let transaction):
            return answer(status: transaction, request, refusal)
        case .event, .events, .oldEvent:
            return take(route, request)
        case .engine(let verb):
            if let refusal { return failure(refusal, request, status: refusal == .badCredentials ? 401 : 403) }
            return answer(verb, request)
        case .description:
            return HTTPResponse(body: OpenAPI.document)
        }
    }

    private func answer(
        _ operation: ViSearch.Operation, _ request: HTTPRequest, _ refusal: ViSearch.Fault?
    ) -> HTTPResponse {
        switch operation {
        case .insert: respond(request, insert(request, refusal))
        case .remove: respond(request, remove(request, refusal))
        case .insertStatus: answer(status: "", request, refusal)
        case .autocomplete: attempt(request, operation, refusal, complete)
        case .extractFeature: attempt(request, operation, refusal, extractFeature)
        case .search: recall(request, operation, refusal, search)
        case .outOfStock: recall(request, operation, refusal, outOfStock)
        case .recommendations: recall(request, operation, refusal, recommend)
        case .colorSearch: recall(request, operation, refusal, searchColors)
        case .match: recall(request, operation, refusal, match)
        case .uploadSearch: attempt(request, operation, refusal, searchUpload)
        case .multiSearch: attempt(request, operation, refusal, searchAll)
        case .discoverSearch: attempt(request, operation, refusal, discover)
        case .similarProducts: attempt(request, operation, refusal, similarProducts)
        case .gallery: attempt(request, operation, refusal, browse)
        }
    }

    /// The answer of before, where the store has not changed since; under the name of this request. Nil where the state
    /// of the store cannot be read, and an answer of nil where there is none.
    private func recalled(
        _ request: HTTPRequest, _ operation: ViSearch.Operation
    ) -> (revision: Int, key: AnswerCache.Key, answer: HTTPResponse?)? {
        guard let revision = try? engine.store.revision() else { return nil }
        let key = AnswerCache.Key(operation, request.parameters)
        let known = cache.answer(to: key, at: revision)
        return (revision, key, known.map { HTTPResponse(body: $0 + SearchRoutes.end(of: request)) })
    }

    /// Names of requests are decimal: nothing to escape. They are the last member of an answer.
    private static func end(of request: HTTPRequest) -> [UInt8] { Array(",\"reqid\":\"\(request.id)\"}".utf8) }

    /// Keeps the answer for those who ask the same.
    private func recall(
        _ request: HTTPRequest, _ operation: ViSearch.Operation, _ refusal: ViSearch.Fault?,
        _ work: (HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results
    ) -> HTTPResponse {
        guard refusal == nil, let (revision, key, known) = recalled(request, operation) else {
            return attempt(request, operation, refusal, work)
        }
        if let known { return known }
        let response = attempt(request, operation, refusal, work)
        let end = SearchRoutes.end(of: request)
        if response.status == 200, response.body.suffix(end.count).elementsEqual(end) {
            cache.keep(Array(response.body.dropLast(end.count)), for: key, at: revision)
        }
        return response
    }

    /// Application errors answer with 200: most clients look at nothing else then. What is wrong with this machine is
    /// 500.
    private func attempt<Answer: ViSearch.Answer>(
        _ request: HTTPRequest, _ operation: ViSearch.Operation, _ refusal: ViSearch.Fault?,
        _ work: (HTTPRequest) throws(ViSearch.Fault) -> Answer
    ) -> HTTPResponse {
        do throws(ViSearch.Fault) {
            if let refusal { throw refusal }
            return HTTPResponse(body: try work(request).encoded)
        } catch {
            let (page, limit) = (request.parameters["page"], request.parameters["limit"])
            let results = ViSearch.Results(
                operation, failure: error, page: page.flatMap { Int($0) } ?? 1, limit: limit.flatMap { Int($0) } ?? 10,
                requestID: request.id)
            return respond(request, (results, error))
        }
    }

    func respond<Answer: ViSearch.Answer>(
        _ request: HTTPRequest, _ answer: (Answer, ViSearch.Fault?)
    ) -> HTTPResponse {
        var response = HTTPResponse(body: answer.0.encoded)
        response.reason = answer.1?.reason
        switch answer.1 {
        case .systemError: response.status = 500
        case .busy:
            response.status = 503
            response.headers.append(("Retry-After", "5"))
        default: break
        }
        return response
    }

    /// What is wrong with a request that belongs to no operation.
    func failure(_ fault: ViSearch.Fault, _ request: HTTPRequest, status: Int) -> HTTPResponse {
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.key("status")
        writer.value("fail")
        writer.key("method")
        writer.value(String(request.path.drop { $0 == "/" }))
        writer.key("error")
        writer.array([fault.text]) { writer, text in writer.value(text) }
        writer.key("reqid")
        writer.value(request.id)
        writer.endObject()
        return HTTPResponse(status: status, body: writer.bytes)
    }

    /// Work on a picture, when a core is free. It hears how many threads it may use.
    ///
    /// - Parameter isPatient: The picture was fetched; those that were uploaded go first.
    func onCore<Value>(
        _ stage: StaticString, isPatient: Bool = false, upTo most: Int = 1,
        _ work: @escaping (Int) throws(SearchError) -> Value
    ) throws(SearchError) -> Value {
        try cores.perform(isPatient: isPatient) { [self] in
            let start = ContinuousClock.now
            defer { observe(stage, since: start) }
            return cores.withFreeThreads(upTo: most) { workers in
                Result { () throws(SearchError) -> Value in try work(workers) }
            }
        }.get()
    }

    /// Errors of the engine under the names that they have in answers of searches.
    func query<Value>(_ work: () throws(SearchError) -> Value) throws(ViSearch.Fault) -> Value {
        do throws(SearchError) { return try work() } catch {
            troubles.note(error)
            throw ViSearch.Fault(searching: error)
        }
    }

    func observe(_ stage: StaticString, since start: ContinuousClock.Instant) {
        metrics.withLock { $0 }?.observe(stage: "\(stage)", since: start)
    }
}

extension ViSearch.Fault {
    init(searching error: SearchError) {
        switch error {
        case .invalidArgument(let text): self = .invalid(text)
        case .itemNotFound: self = .imageNotFound
        case .image(.unsupportedFormat), .image(.empty): self = .invalidImageFormat
        case .image(.tooLarge), .image(.boxOutside): self = .invalidImageDimension
        case .image(.timedOut), .image(.internal), .store, .damaged, .diskFull, .describerMismatch, .service:
            self = .systemError.because(error.description)
        case .image: self = .invalidImage
        case .wrongType(let field, let expected, _): self = .wrongType(field, expected)
        }
    }
}

extension ViSearch.Fault {
    fileprivate static let readOnly = Self(
        code: unauthorized.code, "Unauthorized: this server only searches; it adds and removes nothing.")
}

extension Authentication {
    /// Why a request is not answered; nil where it is.
    fileprivate var fault: ViSearch.Fault? {
        switch self {
        case .notRequired, .accepted: nil
        case .refused: .badCredentials
        case .insufficient:
            ViSearch.Fault(
                code: ViSearch.Fault.unauthorized.code,
                "Unauthorized: an app key may search only; this needs an access and a secret key.")
        }
    }
}
