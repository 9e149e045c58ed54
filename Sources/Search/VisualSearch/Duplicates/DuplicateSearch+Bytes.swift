/// A file that has the size and the hash of another one.
private struct Claim: Sendable {
    let place: Int
    let first: Int
}

extension DuplicateSearch {
    /// The different contents, by their first file. Only files of equal size are read; their hashes find the candidates,
    /// and a comparison of the bytes decides.
    mutating func contentsByBytes() throws(SearchError) -> [Content] {
        let names = Set(links.map(\.file))
        let places = files.indices.filter { facts[$0] != nil && !names.contains($0) }
        let bySize = Dictionary(grouping: places) { facts[$0]?.bytes ?? 0 }
        let shared = places.filter { (bySize[facts[$0]?.bytes ?? 0]?.count ?? 0) > 1 }
        var hashes: [Int: [UInt8]] = [:]
        let search = self
        try search.each(shared, .bytes) { place in
            search.hash(of: place)
        } deliver: { place, result in
            switch result {
            case .success(let hash): hashes[place] = hash
            case .failure(let error): failures[place] = error
            }
        }
        let byHash = Dictionary(grouping: shared.filter { hashes[$0] != nil }) { place in
            // The size as well, so that a store's hash of a file that has changed in between joins nothing.
            [facts[place]?.bytes.description ?? "", hashes[place]?.description ?? ""].joined(separator: ":")
        }
        var claims: [Claim] = []
        for group in byHash.values where group.count > 1 {
            let kept = group.min { isBetter($0, than: $1) } ?? group[0]
            claims += group.filter { $0 != kept }.map { Claim(place: $0, first: kept) }
        }
        claims.sort { $0.place < $1.place }
        var copies: [Int: [Int]] = [:]
        var isCopy: Set<Int> = []
        try search.each(claims, .bytes) { claim in
            search.haveEqualBytes(claim.place, claim.first)
        } deliver: { claim, isEqual in
            guard isEqual else { return }
            copies[claim.first, default: []].append(claim.place)
            isCopy.insert(claim.place)
        }
        return places.filter { !isCopy.contains($0) && failures[$0] == nil }.map { place in
            let others = (copies[place] ?? []).sorted { isBetter($0, than: $1) }
            return Content(files: [place] + others, hash: hashes[place])
        }
    }

    /// A link is never kept while there is a file.
    private func isBetter(_ left: Int, than right: Int) -> Bool {
        let (first, second) = (facts[left]!, facts[right]!)
        if first.isLink != second.isLink { return second.isLink }
        return (first.modified, left) < (second.modified, right)
    }

    private func haveEqualBytes(_ place: Int, _ other: Int) -> Bool {
        let limit = finder.limits.inputBytes
        return (try? files[place].contents(limit: limit) == files[other].contents(limit: limit)) ?? false
    }

    private func hash(of place: Int) -> Result<[UInt8], ImageError> {
        if let known = knownPicture(place) { return .success(known.fingerprint.contentHash) }
        return Result { () throws(ImageError) -> [UInt8] in
            try files[place].contents(limit: finder.limits.inputBytes).contentHash
        }
    }

    /// The description in the store, where the file has the size and the stamp that it had then.
    func knownPicture(_ place: Int) -> KnownPicture? {
        guard let known = known[place], let facts = facts[place],
            known.fingerprint.isUntouched(size: facts.bytes, stamp: facts.stamp)
        else { return nil }
        return known
    }

    /// The group of files of equal bytes.
    func group(of content: Content, size: Size?) -> DuplicateGroup {
        let members = content.files.map { place in
            DuplicateMember(
                file: place, size: size, bytes: facts[place]!.bytes, modified: facts[place]!.modified, similarity: nil,
                turn: nil, hash: content.hash ?? [],
                obstacle: place != content.files[0] && facts[place]!.isLink ? .link : nil)
        }
        let isFile = facts[content.files[0]]!.isLink != facts[content.files[1]]!.isLink
        return DuplicateGroup(
            kind: .bytes, kept: members[0], others: Array(members[1...]),
            reason: isFile ? .file : members[0].modified < members[1].modified ? .age : .order)
    }
}
