internal import SearchServer
internal import ViSearchAPI

/// One operation of ViSearch: answers a request, or throws its fault.
protocol ViSearchRoute {
    associatedtype Answer: ViSearch.WireAnswer
    /// The answer for a fault: clients read each operation's faults in the form of its answers.
    associatedtype Failure: ViSearch.WireAnswer = ViSearch.Results

    var operation: ViSearch.Operation { get }
    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> Answer
    func failure(_ fault: ViSearch.Fault, _ request: HTTPRequest) -> Failure
    func status(of fault: ViSearch.Fault) -> Int
}

extension ViSearchRoute {
    /// Application errors answer with 200: most clients ignore the body of any other status. Errors of this machine are
    /// 500.
    func status(of fault: ViSearch.Fault) -> Int {
        switch fault {
        case .systemError: 500
        case .busy: 503
        default: 200
        }
    }
}

extension ViSearchRoute where Failure == ViSearch.Results {
    func failure(_ fault: ViSearch.Fault, _ request: HTTPRequest) -> ViSearch.Results {
        let (page, limit) = (request.parameters["page"], request.parameters["limit"])
        return ViSearch.Results(
            operation, failure: fault, page: page.flatMap { Int($0) } ?? 1, limit: limit.flatMap { Int($0) } ?? 10,
            requestID: request.id)
    }
}
