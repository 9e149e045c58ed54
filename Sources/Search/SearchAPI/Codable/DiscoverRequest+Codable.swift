/// Members that are missing have their defaults; only the image is needed. A box without an area is a point.
extension DiscoverRequest: MemberCodable {
    static let blank = DiscoverRequest(.bytes([]))
    static let members: [Member<DiscoverRequest>] = [
        .init("image", \.image, .required), .init("detection", \.detection, .written), .init("boxes", \.boxes),
        .init("each", \.each, .written),
    ]

    private var boxes: [Box] {
        get { regions.map(\.wireBox) }
        set { regions = newValue.map(Region.init) }
    }
}
