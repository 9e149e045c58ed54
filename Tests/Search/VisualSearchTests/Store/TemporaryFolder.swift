import Foundation
import TestSupport

@testable import VisualSearch

extension TemporaryFolder {
    func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

    /// A new store of vectors with four values and three colors.
    func store(_ name: String = "catalog.magpie", mode: CatalogStore.Mode = .create) throws(SearchError) -> CatalogStore
    {
        try CatalogStore(path: path(name), describer: .small, mode: mode)
    }
}

extension DescriberIdentity {
    static let small = DescriberIdentity(name: "small", dimensions: 4, colors: 3)
}

extension Snapshot {
    /// Everything that is kept of the picture in a slot, checked as searches check it.
    func picture(at slot: Int) throws(SearchError) -> StoredPicture? {
        guard let vector = try vector(at: slot) else { return nil }
        return StoredPicture(
            vector: vector, colors: try colors(at: slot) ?? [], thumbnail: try thumbnail(at: slot))
    }

    /// The item that was made from a file, and the fingerprint that it had then.
    func fingerprint(ofSource wanted: String) throws(SearchError) -> (id: String, fingerprint: Fingerprint?)? {
        var found: (id: String, fingerprint: Fingerprint?)?
        try eachItem { id, source, fingerprint in
            if source == wanted, found == nil { found = (id, fingerprint) }
        }
        return found
    }
}

extension StoredItem {
    /// An item with a picture that follows from `seed`.
    init(
        _ id: String, seed: Int = 0, source: String? = nil, replacing former: String? = nil,
        _ attributes: [String: AttributeValue] = [:]
    ) {
        self.init(
            Item(id: id, source: source, attributes: attributes),
            picture: StoredPicture(
                vector: (0..<4).map { Int8(truncatingIfNeeded: seed &* 31 &+ $0 &* 7) },
                colors: (0..<3).map { UInt8(truncatingIfNeeded: seed &+ $0) }))
        formerID = former
    }
}
