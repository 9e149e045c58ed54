import Essentials
import VisualSearch

/// The pictures of a page of hits.
struct HitPictures {
    struct Preview {
        /// A JPEG.
        let bytes: [UInt8]
        /// Of the whole picture, upright, in pixels.
        let size: Size
        /// The largest first.
        let colors: [RGB]
        /// The one that it is remembered by.
        let mainColor: RGB?

        var url: String { "data:image/jpeg;base64,\(Data(bytes).base64EncodedString())" }
    }

    let store: CatalogStore
    let place: StorePlace
    let limits: Limits
    /// Leads from the page to files.
    let link: PageLink
    /// Attributes to show; nil shows all.
    let fields: [String]?
    /// Twice the width of a card, for screens of high density.
    static let side = 400

    /// The picture that agrees best with the query: the small one that the store keeps, or else one made from the file;
    /// nil where neither is at hand.
    func picture(of hit: Hit) -> Preview? {
        picture(id: hit.id, source: hit.shownSource, number: hit.picture?.number ?? 1)
    }

    func picture(id: String, source: String?, number: Int = 1) -> Preview? {
        let kept = try? store.read { snapshot throws(SearchError) in
            try snapshot.pictureSource(of: id, picture: number)?.thumbnail
        }
        if let kept = kept ?? nil { return Self.picture(.bytes(kept), limits) }
        return place.file(of: source).flatMap { Self.picture(of: $0, limits) }
    }

    /// - Parameter side: the longest side of the JPEG.
    static func picture(of file: Path, _ limits: Limits, side: Int = side) -> Preview? {
        guard let contents = try? FileContents(file, limit: limits.inputBytes) else { return nil }
        return picture(.bytes(contents.bytes), limits, side: side)
    }

    private static func picture(_ input: ImageInput, _ limits: Limits, side: Int = side) -> Preview? {
        let recipe = Recipe(.fit(side, quality: 82), colors: 4, ignoresBackground: true, allowsTruncated: true)
        guard let prepared = try? prepare(input, as: recipe, limits: limits) else { return nil }
        return Preview(
            bytes: prepared.outputs[0].bytes, size: prepared.uprightSize, colors: prepared.colors.map(\.color),
            mainColor: (prepared.colors.first(where: \.isVivid) ?? prepared.colors.first)?.color)
    }
}

extension Hit {
    /// The origin of the picture that agrees best with the query.
    var shownSource: String? { picture?.source ?? source }
}
