internal import StepwiseAPI

/// A place to load, with the id of the one above it.
struct StepRow: Sendable {
    var id: String
    /// The id of the place above; nil at the top.
    var parent: String?
    var level: Candidate.Level
    /// The label in the language of the data.
    var label: String
    /// The labels by locale.
    var labels: [String: String] = [:]
    var reading: String?
    /// Further names by which it is found.
    var names: [String] = []
    /// The key of its place among its siblings, which are ordered by its bytes. Nil is the natural order of the label.
    var order: String?
    var coordinate: Candidate.Coordinate?
    /// Leads to what has no place of this level, as "no chome" does: people type on as if it were not there.
    var isPassage = false
    /// Even without anything below it is no destination.
    var needsMore = false
}
