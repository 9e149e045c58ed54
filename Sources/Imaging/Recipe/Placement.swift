/// Where the pixels of an output came from, to carry boxes to and fro.
struct Placement: Hashable, Sendable {
    func map(_ box: Box) -> Box { box }
    func unmap(_ box: Box) -> Box { box }
}
