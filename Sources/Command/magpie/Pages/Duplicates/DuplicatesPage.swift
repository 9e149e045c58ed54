import Imaging
import VisualSearch

/// The page of `magpie duplicates --page`: each group in a row, the kept file first. It loads nothing.
struct DuplicatesPage {
    /// Groups and files of a group that the page has; browsers open the page at once.
    private static let (groupLimit, fileLimit) = (400, 12)
    /// The longer side of a small picture, twice its width on the page.
    private static let side = 320

    let found: FoundDuplicates
    let file: Path
    let limits: Limits

    var html: HTML {
        """
        \(PageParts.head("Duplicates", PageParts.reportStyle, PageParts.duplicatesStyle))
        <body class=dup>
        <header>
        <h1>\(PageParts.bird)<span>Duplicates</span></h1>
        <dl class=tiles>\(tiles)</dl>
        <p class=lead>The green file of each row stays, and so does each with a reason for it. Nothing has been changed by making this page.</p>
        </header>
        <main>\(sections)</main>
        <footer><p>magpie \(Version.number)</p></footer>
        </body>
        </html>

        """
    }

    private var tiles: HTML {
        let kinds = DuplicateGroup.Kind.allCases.compactMap { kind -> HTML? in
            let others = found.groups.filter { $0.kind == kind }.flatMap(\.others)
            if others.isEmpty, kind == .alike { return nil }
            let bytes = Numbers.bytes(others.reduce(0) { $0 + Double($1.bytes) })
            return PageParts.tile(kind.title, Numbers.count(others.count), "files beside the kept ones, \(bytes)")
        }
        let looked = PageParts.tile(
            "files", Numbers.count(found.result.files), "compared in \(Numbers.duration(found.seconds))")
        let failed =
            found.failures.isEmpty
            ? [] : [PageParts.tile("errors", Numbers.count(found.failures.count), "files not compared", isBad: true)]
        return ([looked] + kinds + failed).joined()
    }

    private var sections: HTML {
        if found.groups.isEmpty { return "<p class=nothing>No duplicates.</p>" }
        var rest = Self.groupLimit
        let link = PageLink(page: file)
        let sections = DuplicateGroup.Kind.allCases.map { kind -> HTML in
            let all = found.groups.filter { $0.kind == kind }
            if all.isEmpty { return "" }
            let listed = all.prefix(rest)
            rest -= listed.count
            let more: HTML =
                all.count > listed.count
                ? "<p class=lead>And \(Numbers.plural(all.count - listed.count, "more group")), which --json lists.</p>"
                : ""
            return "<h2>\(kind.title): \(Numbers.plural(all.count, "group"))</h2>\(listed.map { row($0, link) })\(more)"
        }
        return sections.joined()
    }

    private func row(_ group: DuplicateGroup, _ link: PageLink) -> HTML {
        let members = [group.kept] + group.others
        let cards = members.prefix(Self.fileLimit).enumerated().map { index, member in
            card(member, of: group, isKept: index == 0, link)
        }
        let more: HTML =
            members.count > cards.count ? "<li>and \(Numbers.count(members.count - cards.count)) more</li>" : ""
        return """
            <section class=set><p><b>\(group.kind.title)</b> · the first is kept (\(group.why))</p>
            <ul class=row>\(cards)\(more)</ul></section>

            """
    }

    private func card(_ member: DuplicateMember, of group: DuplicateGroup, isKept: Bool, _ link: PageLink) -> HTML {
        let path = found.path(of: member)
        let name = Path(bytes: path.name).text
        let image = HitPictures.picture(of: path, limits, side: Self.side).map { picture -> HTML in
            "<img loading=lazy decoding=async alt=\"\" src=\"\(picture.url)\">"
        }
        let (isAlike, stays) = (group.kind == .alike, member.obstacle != nil)
        let mark = isKept ? (isAlike ? "best" : "stays") : isAlike ? "looks alike" : stays ? "copy, stays" : "copy"
        let style: HTML = isAlike ? " class=like" : isKept ? " class=stays" : ""
        return """
            <li\(style)><a class=stage href="\(link.to(path))" aria-label="open \(name)">\(image ?? "no picture")</a>\
            <span class=mark>\(mark)</span><h3 title="\(name)">\(name)</h3>\
            <p class=dir><bdi>\(path.parent.text)</bdi></p><p class=facts>\(member.facts) · \(member.date)</p></li>
            """
    }
}
