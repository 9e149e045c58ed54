import VisualSearch

/// The page of `magpie duplicates --page`: each group in a row, the kept file first.
struct DuplicatesPage {
    /// Groups and files of a group that the page has; browsers open the page at once.
    private static let (groupLimit, fileLimit) = (400, 12)
    /// The longer side of a small picture, twice its width on the page.
    private static let side = 320

    let found: FoundDuplicates
    let file: Path
    let limits: Limits

    var html: HTML {
        var page = Page(kind: "dup", title: "Duplicates", entries: "groups", tiles: tiles)
        page.bar = """
            <p class=lead>The green file of each row stays, and so does each with a reason for it. Nothing has been \
            changed by making this page.</p>

            """
        page.isStill = true
        return page.html(found.groups.isEmpty ? ["<p class=nothing>No duplicates.</p>"] : sections)
    }

    private var tiles: [Page.Tile] {
        let looked = "compared in \(Numbers.duration(found.seconds))"
        var tiles = [Page.Tile("files", Numbers.count(found.result.files), looked)]
        for kind in DuplicateGroup.Kind.allCases {
            let others = found.groups.filter { $0.kind == kind }.flatMap(\.others)
            if others.isEmpty, kind == .alike { continue }
            let bytes = Numbers.bytes(others.reduce(0) { $0 + Double($1.bytes) })
            tiles.append(.init(kind.title, Numbers.count(others.count), "files beside the kept ones, \(bytes)"))
        }
        let failed = found.failures.count
        return tiles + (failed == 0 ? [] : [.init("errors", Numbers.count(failed), "files not compared", isBad: true)])
    }

    private var sections: [HTML] {
        var rest = Self.groupLimit
        let link = PageLink(page: file)
        return DuplicateGroup.Kind.allCases.map { kind in
            let all = found.groups.filter { $0.kind == kind }
            if all.isEmpty { return "" }
            let listed = all.prefix(rest)
            rest -= listed.count
            let more = Numbers.plural(all.count - listed.count, "more group")
            return """
                <h2>\(kind.title): \(Numbers.plural(all.count, "group"))</h2>\(listed.html { row($0, link) })\
                \(.unless(all.count == listed.count, "<p class=lead>And \(more), which --json lists.</p>"))
                """
        }
    }

    private func row(_ group: DuplicateGroup, _ link: PageLink) -> HTML {
        let cards = group.others.prefix(Self.fileLimit - 1).html { other in
            group.kind == .alike
                ? card(other, "looks alike", kind: "like", link)
                : card(other, other.obstacle == nil ? "copy" : "copy, stays", link)
        }
        let (isAlike, left) = (group.kind == .alike, group.others.count + 1 - Self.fileLimit)
        let kept = card(group.kept, isAlike ? "best" : "stays", kind: isAlike ? "like" : "stays", link)
        return """
            <section class=set><p><b>\(group.kind.title)</b> · the first is kept (\(group.why))</p>
            <ul class=row>\(kept)\(cards)\(.unless(left <= 0, "<li>and \(Numbers.count(left)) more</li>"))</ul></section>

            """
    }

    private func card(_ member: DuplicateMember, _ mark: String, kind: String = "", _ link: PageLink) -> HTML {
        let path = found.path(of: member)
        let name = Path(bytes: path.name).text
        return Card(
            kind: kind,
            stage: .init(
                picture: HitPictures.picture(of: path, limits, side: Self.side)?.url,
                link: (link.to(path), "open \(name)"), text: "no picture"),
            mark: "<span class=mark>\(mark)</span>", title: name, folder: path.parent.text,
            text: "<p class=facts>\(member.facts) · \(member.date)</p>"
        ).html
    }
}
