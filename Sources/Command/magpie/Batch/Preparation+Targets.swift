import Imaging

extension Preparation {
    /// The names of the outputs below the output folder; of those for one object in the picture, counted from 1.
    ///
    /// - Parameter sides: Those of the outputs; nil before they are made, which leaves fields of `--name` as they are.
    func targets(of input: Input, object: Int? = nil, sides: [Size]? = nil) throws(ImageError) -> [Path] {
        if folder == nil { return [] }
        guard let mirror = input.mirror else {
            throw .writeFailed(
                path: input.path.text, reason: "no --root holds it; a list of relative and absolute paths needs one")
        }
        let inner = mirror.components.count > 1 ? mirror.parent : Path("")
        var targets: [Path] = []
        for (index, name) in names.enumerated() {
            let path = name.path(for: input, named: mirror.name, object: object, sides: sides?[index])
            guard let path else {
                throw .writeFailed(
                    path: input.path.text,
                    reason:
                        "by --name \(name.template?.text ?? "") its output would be hidden, or outside of its folder")
            }
            targets.append(inner / path)
        }
        return targets
    }

    /// Takes names for the outputs of an input. Throws where another one has them, and where two outputs would be one file.
    ///
    /// - Parameter contents: The bytes of the outputs; of pictures that are not made yet, all pass for one.
    func claim(_ targets: [Path], for input: Input, holding contents: [[UInt8]] = []) throws(ImageError) {
        guard let claimed, let folder else { return }
        for (index, target) in targets.enumerated() {
            if let twin = targets[..<index].firstIndex(of: target), !contents.isEmpty, contents[twin] != contents[index]
            {
                throw .writeFailed(
                    path: (folder.path / target).text,
                    reason: "two outputs have this name; {size} and {ext} in --name keep them apart")
            }
            guard claimed.claim(target, for: input.path) else {
                throw .writeFailed(
                    path: (folder.path / target).text,
                    reason: "an output of another picture has this name; {name} in --name keeps them apart")
            }
        }
    }
}
