extension DuplicateSearch {
    /// The pictures that lie in others, by pixels. Each picture is cut into its parts, these are described and searched, and
    /// nothing of it is kept but what is proven: memory does not grow with the parts.
    ///
    /// - Parameter copies: Contents that a group does not keep; the kept one stands for them.
    func parts(
        _ contents: [Content], _ index: VectorIndex, without copies: Set<Int>, _ miniatures: MiniatureCache<File>
    ) throws(SearchError) -> [PicturePartOfAnother] {
        let wholes = contents.indices.filter { index.row($0) != nil && !copies.contains($0) }
        let search = self
        var all: [PicturePartOfAnother] = []
        try each(wholes, .parts) { content in
            search.parts(of: content, contents, index, copies, miniatures)
        } deliver: { _, found in
            all += found
        }
        return all.sorted { ($0.whole, $0.part) < ($1.whole, $1.part) }
    }

    private func parts(
        of whole: Int, _ contents: [Content], _ index: VectorIndex, _ copies: Set<Int>,
        _ miniatures: MiniatureCache<File>
    ) -> [PicturePartOfAnother] {
        let file = contents[whole].files[0]
        guard let size = miniatures.knownSize(of: file), min(size.width, size.height) >= Self.leastSide,
            let pixels = try? miniatures.part(of: file, nil, fitting: CopySearch.side)
        else { return [] }
        var search = CopySearch([.parts]) { pixels throws(SearchError) in
            do throws(DescribeError) { return try BuiltInDescriber.shared.describe(pixels).vector } catch {
                throw .image(.internal(stage: .decode, detail: error.description))
            }
        } near: { vector, count in
            index.search(vector, count: count + 1).filter { $0.slot != whole && !copies.contains($0.slot) }
                .map { ($0.slot, Int($0.score * index.scale * index.scale)) }
        } look: { content in
            try? miniatures.prepared(files[contents[content].files[0]].contents(limit: finder.limits.inputBytes))
                .pixels()
        }
        search.describesWhole = false
        search.outline = { content in
            guard let entry = try? miniatures.entry(of: contents[content].files[0]) else { return nil }
            return SummedPicture(entry.miniature, of: entry.size)
        }
        // A picture that cannot be described has no parts to report.
        guard let found = try? search.run(pixels) else { return [] }
        return found.filter { $0.isProven && $0.relation == .contains }.map { found in
            PicturePartOfAnother(
                whole: file, part: contents[found.picture].files[0],
                box: found.area.scaled(from: found.size, to: size).box(in: size), agreement: found.agreement)
        }
    }

    /// Smaller pictures hold no other one that could be judged.
    private static var leastSide: Int { 48 }
}
