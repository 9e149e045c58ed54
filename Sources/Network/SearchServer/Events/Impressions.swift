internal import Recommendations

/// Keeps which recommended items were shown, within a rate of each address.
///
/// The rate is as high as that of the events of trackers, and counted apart from it: a page that shows many items does
/// not use up what its visitors may report.
struct Impressions {
    private let log: any ImpressionLog
    private let rate: SenderRate
    private let storeFaults: StoreFaults

    /// - Parameter perSecond: Items shown to one address; 0 for any number.
    init(_ log: any ImpressionLog, perSecond: Int, storeFaults: StoreFaults) {
        self.log = log
        rate = .events(perSecond: perSecond)
        self.storeFaults = storeFaults
    }

    /// An answer is worth more than the record of it: what cannot be kept is counted in the metrics.
    func keep(_ answer: RecommendationAnswer, for customer: [String], from address: String, _ metrics: Metrics?) {
        let count = answer.items.count
        guard count > 0 else { return }
        guard rate.takes(count, from: address) else {
            metrics?.count(.lostImpressions, by: UInt64(count))
            return
        }
        do throws(SearchError) { try log.keepImpressions(answer, for: customer) } catch {
            rate.giveBack(count, to: address)
            storeFaults.note(error)
            metrics?.count(.lostImpressions, by: UInt64(count))
        }
    }
}
