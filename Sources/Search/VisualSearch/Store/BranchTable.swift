internal import Essentials

/// The branches of values such as `Bags > Handbags`: each value and all that it lies in.
struct BranchTable {
    /// The text of each branch from the top on.
    private(set) var paths: [String] = []
    private var names: [String] = []
    /// The branch above; -1 at the top.
    private var parents: [Int] = []
    /// The branches of all values, one value behind the other.
    private var members: [Int] = []
    private var starts = [0]

    /// Nil where no value has a branch above it.
    init?(_ values: [String]) {
        guard values.contains(where: \.hasBranch) else { return nil }
        var known: [String: Int] = [:]
        for value in values {
            let levels = value.hasBranch ? value.components(separatedBy: Facet.branchSeparator) : [value]
            var (path, parent) = ("", -1)
            for (depth, name) in levels.enumerated() {
                path = depth == 0 ? name : path + Facet.branchSeparator + name
                if let branch = known[path] {
                    parent = branch
                } else {
                    known[path] = paths.count
                    paths.append(path)
                    names.append(name)
                    parents.append(parent)
                    parent = paths.count - 1
                }
                members.append(parent)
            }
            starts.append(members.count)
        }
    }

    /// The branches of the value in a place, from the top on.
    func branches(of value: Int) -> ArraySlice<Int> { members[starts[value]..<starts[value + 1]] }

    /// The branches that occur, as a tree.
    ///
    /// - Parameters:
    ///   - counts: Those of the branches.
    ///   - limit: The most branches in a branch, most frequent first.
    func tree(_ counts: [Int], limit: Int) -> [Facet.Branch] {
        var children = [[Int]](repeating: [], count: paths.count + 1)
        for branch in paths.indices where counts[branch] > 0 { children[parents[branch] + 1].append(branch) }
        func level(_ members: [Int]) -> [Facet.Branch] {
            RankedValues.best(members, names, counts, limit: limit).map { branch in
                let below = children[branch + 1]
                return Facet.Branch(
                    path: paths[branch], name: names[branch], count: counts[branch], children: level(below),
                    more: max(below.count - max(limit, 0), 0))
            }
        }
        return level(children[0])
    }
}

extension String {
    /// True for a value that lies in a branch: the bytes of ``Facet/branchSeparator`` are in it.
    fileprivate var hasBranch: Bool {
        var (before, last) = (UInt8(0), UInt8(0))
        for byte in utf8 {
            if byte == UInt8(ascii: " "), last == UInt8(ascii: ">"), before == UInt8(ascii: " ") { return true }
            (before, last) = (last, byte)
        }
        return false
    }
}
