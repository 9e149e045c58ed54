internal import Essentials

/// The state learned from a catalog, as it is stored, and as stores with one home exchange it.
package struct SharedLearning: Hashable, Sendable, Codable {
    /// All but the map, as JSON.
    var record: String
    /// The map of the learned space; nil without one.
    var map: Data?
}
