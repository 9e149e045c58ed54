import Imaging

extension Preparation {
    /// Returns the outputs with the Content Credentials of the owner's program; as they are without one.
    ///
    /// - Parameter object: The place of an object that they show, counted from 1; nil for the whole picture.
    func signed(
        _ outputs: [Encoded], of prepared: Prepared, _ input: Input, object: Int? = nil
    ) throws(ImageError) -> [Encoded] {
        guard let signs else { return outputs }
        let targets = try targets(of: input, object: object, sides: outputs.map(\.size))
        var outputs = outputs
        for index in outputs.indices where outputs[index].obstacle == nil {
            let (output, format) = (outputs[index], names[index].format)
            let facts = SignedFacts(
                input: input.path, inputFormat: prepared.header?.format,
                target: targets.indices.contains(index) ? (folder?.path ?? Path("")) / targets[index] : Path("-"),
                format: format, size: output.size,
                actions: SignedFacts.actions(prepared, output, recipe.outputs[index].shape, format),
                sourceType: prepared.rights?.sourceType)
            outputs[index].bytes = try signs.signed(
                output.bytes, facts, content: input.content, seconds: limits.seconds)
        }
        return outputs
    }
}
