extension Snapshot {
    /// Counts comparisons of values with conditions before they are made, where the work has a ``Budget``.
    ///
    /// - Throws: `cancelled` where the client has left, and `invalidArgument` where the request asks for too much.
    package func spend(_ comparisons: @autoclosure () -> Int) throws(SearchError) {
        guard let budget = Budget.current else { return }
        do throws(Budget.Refusal) { try budget.spend(comparisons(), items: slots) } catch { throw SearchError(error) }
    }
}

/// Looks now and then whether a long loop must end, which cannot throw.
struct Watch {
    private let budget = Budget.current
    private var count = 0
    private var refusal: Budget.Refusal?

    /// False where the loop has to end.
    mutating func goesOn() -> Bool {
        count += 1
        if count % 64 == 0, refusal == nil, let budget {
            do throws(Budget.Refusal) { try budget.check() } catch { refusal = error }
        }
        return refusal == nil
    }

    /// Throws for a loop that was ended.
    func check() throws(SearchError) {
        if let refusal { throw SearchError(refusal) }
    }
}

extension Budget {
    /// Throws `cancelled` where the client of the work on this thread has left.
    package static func checkClient() throws(SearchError) {
        if let current, current.cancellation.isCancelled { throw .cancelled }
    }

    /// Throws where the work on this thread has to stop.
    package static func checkCurrent() throws(SearchError) {
        guard let budget = current else { return }
        do throws(Refusal) { try budget.check() } catch { throw SearchError(error) }
    }
}

extension SearchError {
    fileprivate init(_ refusal: Budget.Refusal) {
        switch refusal {
        case .clientLeft: self = .cancelled
        case .time(let seconds):
            self = .invalidArgument("the search took longer than \(seconds) seconds; ask with fewer conditions")
        case .comparisons(let limit):
            self = .invalidArgument(
                "the conditions of the request take more than \(limit) comparisons with the values of the items; ask with "
                    + "fewer conditions and ids, or with one list of values in place of many conditions")
        }
    }
}
