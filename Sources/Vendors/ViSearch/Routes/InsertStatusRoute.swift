internal import SearchServer
internal import ViSearchAPI

/// The progress of an insertion.
struct InsertStatusRoute: ViSearchRoute {
    let operation = ViSearch.Operation.insertStatus
    let transaction: String
    let context: RouteContext
    let insertions: JobRunner

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.StatusAnswer {
        let call = try ViSearch.InsertStatus(transaction, request.parameters)
        guard let number = Int(transaction) else { throw .unknownTransaction }
        let progress = try context.write(
            insertions.jobs.progress(
                of: number, errorPage: call.errorPage ?? 1,
                errorLimit: min(call.errorLimit ?? 10, ViSearch.Limits.errors)))
        guard let progress else { throw .unknownTransaction }
        return ViSearch.StatusAnswer(progress, requestID: request.id)
    }

    func failure(_ fault: ViSearch.Fault, _ request: HTTPRequest) -> ViSearch.StatusAnswer {
        ViSearch.StatusAnswer(nil, faults: [ViSearch.ImageFault(fault)], requestID: request.id)
    }

    func status(of fault: ViSearch.Fault) -> Int {
        switch fault {
        // A text that cannot name a transaction makes an unknown path.
        case .unknownTransaction: Int(transaction) == nil && !transaction.isEmpty ? 404 : 200
        case .systemError: 500
        case .busy: 503
        default: 200
        }
    }
}
