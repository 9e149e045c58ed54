internal import Foundation
internal import SearchAPI
internal import VisualSearch

// Insertions, how they go, and removals.
extension SearchRoutes {
    /// Accepts images; the work is done afterwards. The values suggest the kinds of fields that are new.
    func insert(_ request: HTTPRequest, _ refusal: ViSearch.Fault?) -> (ViSearch.InsertAnswer, ViSearch.Fault?) {
        do throws(ViSearch.Fault) {
            if let refusal { throw refusal }
            let insert: ViSearch.Insert
            do throws(ViSearch.Fault) { insert = try ViSearch.Insert(request.parameters) } catch {
                // Also what holds no image has a name that can be asked for.
                guard let transaction = try data({ () throws(SearchError) in try jobs.add([]) }) else { throw .busy }
                return (failed(error, transaction, request), nil)
            }
            let check = try data { () throws(SearchError) in
                let check = try InsertCheck(
                    insert, fields: try engine.fields(), guessed: try engine.guessedFields(), pictures: request.pictures
                ) { name throws(SearchError) in
                    if try engine.itemNow(name) != nil { return true }
                    return try jobs.isWaiting(name)
                }
                if !check.newFields.isEmpty { try engine.store.guess(check.newFields) }
                return check
            }
            guard let transaction = try data({ () throws(SearchError) in try jobs.add(check.accepted) }) else {
                throw .busy
            }
            runner.wake()
            let answer = ViSearch.InsertAnswer(
                transaction: String(transaction), total: check.accepted.count, faults: check.faults,
                requestID: request.id)
            return (answer, nil)
        } catch {
            return (failed(error, nil, request), error)
        }
    }

    private func failed(
        _ fault: ViSearch.Fault, _ transaction: Int?, _ request: HTTPRequest
    ) -> ViSearch.InsertAnswer {
        ViSearch.InsertAnswer(
            transaction: transaction.map(String.init), total: 0, faults: [ViSearch.ImageFault(fault)],
            requestID: request.id)
    }

    func answer(status transaction: String, _ request: HTTPRequest, _ refusal: ViSearch.Fault?) -> HTTPResponse {
        do throws(ViSearch.Fault) {
            if let refusal { throw refusal }
            let call = try ViSearch.InsertStatus(transaction, request.parameters)
            guard let number = Int(transaction) else { throw .unknownTransaction }
            let progress = try data { () throws(SearchError) in
                try jobs.progress(
                    of: number, errorPage: call.errorPage ?? 1, errorLimit: min(call.errorLimit ?? 10, 100))
            }
            guard let progress else { throw .unknownTransaction }
            return respond(request, (ViSearch.StatusAnswer(progress, requestID: request.id), nil))
        } catch {
            let answer = ViSearch.StatusAnswer(nil, faults: [ViSearch.ImageFault(error)], requestID: request.id)
            var response = respond(request, (answer, error))
            // What is no name of a transaction is a path that leads nowhere.
            if error == .unknownTransaction, Int(transaction) == nil, !transaction.isEmpty { response.status = 404 }
            return response
        }
    }

    func remove(_ request: HTTPRequest, _ refusal: ViSearch.Fault?) -> (ViSearch.RemoveAnswer, ViSearch.Fault?) {
        do throws(ViSearch.Fault) {
            if let refusal { throw refusal }
            let names = try ViSearch.Remove(request.parameters).names
            let removed = Set(try data { () throws(SearchError) in try runner.remove(names) })
            let faults = names.filter { !removed.contains($0) }.map { ViSearch.ImageFault(.unknownImage, name: $0) }
            return (ViSearch.RemoveAnswer(total: removed.count, faults: faults, requestID: request.id), nil)
        } catch {
            var answer = ViSearch.RemoveAnswer(total: 0, faults: [ViSearch.ImageFault(error)], requestID: request.id)
            answer.status = .fail
            return (answer, error)
        }
    }

    private func data<Value>(_ work: () throws(SearchError) -> Value) throws(ViSearch.Fault) -> Value {
        do throws(SearchError) { return try work() } catch {
            troubles.note(error)
            throw .inserting(error)
        }
    }
}

extension HTTPRequest {
    /// The file parts `image[0]`, `image[1]` … by their index: an extension of our own.
    fileprivate var pictures: [Int: [UInt8]] {
        var pictures: [Int: [UInt8]] = [:]
        for file in files where file.name.hasPrefix("image[") && file.name.hasSuffix("]") && !file.bytes.isEmpty {
            if let index = Int(file.name.dropFirst(6).dropLast()) { pictures[index] = file.bytes }
        }
        return pictures
    }
}
