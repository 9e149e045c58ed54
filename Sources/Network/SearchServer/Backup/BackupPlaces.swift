package import SQLite

/// A part of the data of a server.
package enum BackupRole: String, Codable, CaseIterable, Sendable {
    case catalog, events, content, jobs, steps
    /// The pictures in the folder that servers share.
    case uploads

    /// Nil for the pictures.
    package var kind: FileKind? { FileKind(rawValue: rawValue) }

    /// The name of its file in a backup, or of its folder. A backup could be served as it is.
    var name: String {
        switch self {
        case .catalog: "catalog.magpie"
        case .events, .content, .jobs: "catalog.magpie.\(rawValue)"
        case .steps: "steps.magpie"
        case .uploads: rawValue
        }
    }

    /// The option that names its place.
    var option: String {
        switch self {
        case .catalog, .events, .content, .jobs: "--store"
        case .steps: "--steps"
        case .uploads: "--upload-folder"
        }
    }

    /// The rights of a new file: the parts that tell of people are for their owner alone.
    var mode: UInt32 {
        switch self {
        case .catalog, .content, .steps: 0o644
        case .events, .jobs, .uploads: 0o600
        }
    }
}

/// The places of all data of a server.
package struct BackupPlaces: Hashable, Sendable {
    /// The store; events, content and accepted insertions lie beside it.
    package var store: String
    /// The hierarchy; nil without one, or where its place is unknown.
    package var steps: String?
    /// The folder of uploaded pictures, likewise.
    package var uploads: String?

    package init(store: String, steps: String? = nil, uploads: String? = nil) {
        (self.store, self.steps, self.uploads) = (store, steps, uploads)
    }

    func path(of role: BackupRole) -> String? {
        switch role {
        case .catalog: store
        case .events, .content, .jobs: "\(store).\(role.rawValue)"
        case .steps: steps
        case .uploads: uploads
        }
    }
}
