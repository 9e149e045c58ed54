/// The regions of a picture that a search for copies describes beside the whole.
public struct CopyRegions: OptionSet, Hashable, Sendable {
    /// Bits of ``parts`` and ``turned``.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Up to 35 parts: rectangles with straight borders, objects, and a grid of windows.
    public static let parts = CopyRegions(rawValue: 1)
    /// The seven other positions: quarter turns, with and without a mirror.
    public static let turned = CopyRegions(rawValue: 2)
}

/// The relation of a picture that was searched with to another one.
public enum CopyRelation: String, Hashable, Sendable, CaseIterable {
    /// Both show the same, perhaps in another position.
    case whole
    /// The other one lies in the picture.
    case contains
    /// The picture lies in the other one.
    case part
}

/// A search for the pictures inside a picture, those that it is a part of, and its turned copies. Descriptors propose, and
/// pixels prove.
package struct CopySearch {
    /// A picture that was found.
    package struct Found: Sendable {
        /// The number of the other picture.
        package let picture: Int
        package let relation: CopyRelation
        /// Brings the picture that was searched with to the other one.
        package let turn: PictureTurn
        /// The place of the part, in pixels of the one that shows it, as it was searched: 512 on the longest side.
        let area: PictureArea
        /// The pixels of the one that shows the part.
        let size: Size
        /// Nil where nothing of the other one was found there.
        let proof: PartProof?
        /// The largest dot product of the descriptors that proposed it.
        package let dot: Int

        package var isProven: Bool { proof?.isProven ?? false }
        /// The order of the proven, 0…1.
        package var strength: Double { proof?.strength ?? 0 }
        /// The share of the part that agrees, 0…1.
        var agreement: Double { Double(proof?.agreement ?? 0) }
    }

    /// A proposal: a part of the picture in a position, and the other picture.
    private struct Proposal {
        let picture: Int
        let turn: PictureTurn
        /// Nil for the whole.
        let area: PictureArea?
        let dot: Int
    }

    /// Others that are asked for by each region, and the most that are looked at in all.
    private static let (nearest, most) = (8, 48)
    /// The share of a picture from which on a part counts as all of it.
    private static let wholeShare = 0.88

    /// The longest sides of the pixels of the picture, and of those of the others.
    package static let (side, otherSide) = (PictureRegions.side, 256)

    let regions: CopyRegions
    /// The vector of pixels.
    let describe: (PixelBuffer) throws(SearchError) -> [Int8]
    /// Others near to a vector, by their dot product, best first.
    let near: ([Int8], Int) throws(SearchError) -> [(picture: Int, dot: Int)]
    /// The pixels of another picture; nil where they are not at hand.
    let look: (Int) throws(SearchError) -> SummedPicture?
    /// True where the whole is searched as well, and not only its parts.
    var describesWhole = true
    /// A rough picture of another one that is at hand without decoding it; parts that do not fit it are not looked at.
    /// Nil without one.
    var outline: ((Int) throws(SearchError) -> SummedPicture?)?
    /// The number of proposals that could not be looked at.
    private(set) var unseen = 0

    package init(
        _ regions: CopyRegions, describe: @escaping (PixelBuffer) throws(SearchError) -> [Int8],
        near: @escaping ([Int8], Int) throws(SearchError) -> [(picture: Int, dot: Int)],
        look: @escaping (Int) throws(SearchError) -> PixelBuffer?
    ) {
        self.regions = regions
        self.describe = describe
        self.near = near
        self.look = { number throws(SearchError) in try look(number).map { SummedPicture($0) } }
    }

    /// The others with their proofs, the proven first, the surest first. The rest is in the order of their descriptors.
    ///
    /// - Parameter pixels: The picture, 512 pixels on the longest side at most.
    package mutating func run(_ pixels: PixelBuffer) throws(SearchError) -> [Found] {
        let summed = SummedPicture(pixels)
        var turned: [PictureTurn: SummedPicture] = [.upright: summed]
        var found: [Found] = []
        for proposal in try proposals(pixels, summed) {
            let own = turned[proposal.turn] ?? SummedPicture(pixels.turned(proposal.turn))
            turned[proposal.turn] = own
            if let outline = try outline?(proposal.picture),
                PartProof.roughPlace(of: outline, in: own, near: proposal.area ?? own.all) == nil
            {
                continue
            }
            guard let other = try look(proposal.picture) else {
                unseen += 1
                continue
            }
            found.append(Self.proved(proposal, own, other))
        }
        var best: [Int: Found] = [:]
        for one in found {
            guard let known = best[one.picture] else {
                best[one.picture] = one
                continue
            }
            if (one.isProven ? 1 : 0, one.strength) > (known.isProven ? 1 : 0, known.strength) {
                best[one.picture] = one
            }
        }
        return best.values.sorted { left, right in
            if left.isProven != right.isProven { return left.isProven }
            if left.isProven, left.strength != right.strength { return left.strength > right.strength }
            return (right.dot, left.picture) < (left.dot, right.picture)
        }
    }

    /// At most two ways for each other picture, the nearest first.
    private func proposals(_ pixels: PixelBuffer, _ summed: SummedPicture) throws(SearchError) -> [Proposal] {
        var all: [Proposal] = []
        let turns = regions.contains(.turned) ? PictureTurn.all : [.upright]
        for turn in describesWhole ? turns : [] {
            for (picture, dot) in try near(describe(pixels.turned(turn)), Self.nearest) {
                all.append(Proposal(picture: picture, turn: turn, area: nil, dot: dot))
            }
        }
        if regions.contains(.parts) {
            for area in PictureRegions(pixels, summed).areas {
                for (picture, dot) in try near(describe(pixels.cut(area)), Self.nearest) {
                    all.append(Proposal(picture: picture, turn: .upright, area: area, dot: dot))
                }
            }
        }
        all.sort { ($1.dot, $0.picture) < ($0.dot, $1.picture) }
        var counts: [Int: Int] = [:]
        var kept: [Proposal] = []
        for proposal in all where kept.count < Self.most {
            if counts[proposal.picture, default: 0] == 2 { continue }
            counts[proposal.picture, default: 0] += 1
            kept.append(proposal)
        }
        return kept
    }

    /// The best proof of a proposal, in either direction where the whole proposed it.
    private static func proved(_ proposal: Proposal, _ own: SummedPicture, _ other: SummedPicture) -> Found {
        var best: Found?
        func take(_ part: SummedPicture, _ whole: SummedPicture, near: PictureArea, isInOwn: Bool) {
            guard let rough = PartProof.roughPlace(of: part, in: whole, near: near),
                let proof = PartProof(of: part, in: whole, rough: rough)
            else { return }
            let isWhole = proof.area.share(of: whole.size) >= wholeShare
            let area = isInOwn ? proof.area.turnedBack(proposal.turn, in: whole.size) : proof.area
            let size = isInOwn && proposal.turn.swapsAxes ? whole.size.transposed : whole.size
            let found = Found(
                picture: proposal.picture, relation: isWhole ? .whole : isInOwn ? .contains : .part,
                turn: proposal.turn, area: area, size: size, proof: proof, dot: proposal.dot)
            if let known = best, (found.isProven ? 1 : 0, found.strength) <= (known.isProven ? 1 : 0, known.strength) {
                return
            }
            best = found
        }
        take(other, own, near: proposal.area ?? own.all, isInOwn: true)
        if proposal.area == nil { take(own, other, near: other.all, isInOwn: false) }
        return best
            ?? Found(
                picture: proposal.picture, relation: proposal.area == nil ? .whole : .contains, turn: proposal.turn,
                area: proposal.area ?? own.all, size: own.size, proof: nil, dot: proposal.dot)
    }
}
