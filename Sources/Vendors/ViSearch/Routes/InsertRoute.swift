internal import SearchServer
internal import ViSearchAPI

/// Accepts images; the work is done afterwards. The values suggest the kinds of fields that are new.
struct InsertRoute: ViSearchRoute {
    let operation = ViSearch.Operation.insert
    let context: RouteContext
    let insertions: JobRunner

    func callAsFunction(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.InsertAnswer {
        let insert: ViSearch.Insert
        do throws(ViSearch.Fault) { insert = try ViSearch.Insert(request.parameters) } catch {
            // Even an empty insert gets a transaction id, so that its status can be queried.
            guard let transaction = try context.write(insertions.jobs.add([])) else { throw .busy }
            return answer(to: request, transaction, [ViSearch.ImageFault(error)])
        }
        let check = try context.write(check(insert, request.pictures))
        guard let transaction = try context.write(insertions.jobs.add(check.accepted)) else { throw .busy }
        insertions.wake()
        return answer(to: request, transaction, check.faults, total: check.accepted.count)
    }

    private func check(_ insert: ViSearch.Insert, _ pictures: [Int: [UInt8]]) throws(SearchError) -> InsertCheck {
        let check = try InsertCheck(
            insert, fields: try context.engine.fields(), guessed: try context.engine.guessedFields(),
            pictures: pictures
        ) { name throws(SearchError) in
            if try context.engine.itemBlocking(name) != nil { return true }
            return try insertions.jobs.isWaiting(name)
        }
        if !check.newFields.isEmpty { try context.engine.store.guess(check.newFields) }
        return check
    }

    func failure(_ fault: ViSearch.Fault, _ request: HTTPRequest) -> ViSearch.InsertAnswer {
        answer(to: request, nil, [ViSearch.ImageFault(fault)])
    }

    private func answer(
        to request: HTTPRequest, _ transaction: Int?, _ faults: [ViSearch.ImageFault], total: Int = 0
    ) -> ViSearch.InsertAnswer {
        ViSearch.InsertAnswer(
            transaction: transaction.map(String.init), total: total, faults: faults, requestID: request.id)
    }
}

extension RouteContext {
    /// Errors of the engine under the names that they have in answers to insertions and removals.
    func write<Value>(_ work: @autoclosure () throws(SearchError) -> Value) throws(ViSearch.Fault) -> Value {
        do throws(SearchError) { return try work() } catch {
            storeFaults.note(error)
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
