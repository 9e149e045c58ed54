internal import SearchServer
internal import ViSearchAPI

/// Removes items from the store; the answer lists unknown names.
struct RemoveRoute: ViSearchRoute {
    let operation = ViSearch.Operation.remove
    let context: RouteContext

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.RemoveAnswer {
        let names = try ViSearch.Remove(request.parameters).names
        let removed = Set(try context.write(context.remove(names)))
        let faults = names.filter { !removed.contains($0) }.map { ViSearch.ImageFault(.unknownImage, name: $0) }
        return ViSearch.RemoveAnswer(total: removed.count, faults: faults, requestID: request.id)
    }

    func failure(_ fault: ViSearch.Fault, _ request: HTTPRequest) -> ViSearch.RemoveAnswer {
        var answer = ViSearch.RemoveAnswer(total: 0, faults: [ViSearch.ImageFault(fault)], requestID: request.id)
        answer.status = .fail
        return answer
    }
}
