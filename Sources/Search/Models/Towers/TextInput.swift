import Essentials
import Tokenizers

/// The inputs of a text tower: token ids, and what graphs want beside them.
struct TextInput {
    private let tokens: ModelPort
    private let others: [ModelPort]
    /// The ids that the graph wants; nil for any number.
    let length: Int?

    private static let mask = "attention_mask"
    private static let types = "token_type_ids"
    private static let places = "position_ids"

    init(_ session: ModelSession, names: [String]) throws(TowerError) {
        tokens = try session.input(of: names + ["input_ids", "text"])
        let name = tokens.name
        others = session.inputs.filter { $0.name != name && [Self.mask, Self.types, Self.places].contains($0.name) }
        for port in [tokens] + others {
            guard port.shape.count == 2, [.int32, .int64].contains(port.type) else {
                throw .misfit(
                    "its input \(port.name.printable) is \(port.type) of the shape \(port.shape); tokens are int32 or "
                        + "int64 with two sides")
            }
        }
        length = tokens.shape[1] > 0 ? tokens.shape[1] : nil
    }

    /// The tensors of one text.
    func tensors(_ text: EncodedText) -> [ModelInput] {
        let count = text.ids.count
        return [tensor(tokens, text.ids)]
            + others.map { port in
                switch port.name {
                case Self.mask: tensor(port, text.mask)
                case Self.types: tensor(port, text.types)
                default: tensor(port, (0..<Int32(count)).map { $0 })
                }
            }
    }

    private func tensor(_ port: ModelPort, _ values: [Int32]) -> ModelInput {
        ModelInput(
            port.name, shape: [1, values.count],
            port.type == .int32 ? .int32(values) : .int64(values.map(Int64.init)))
    }

    /// The tensors of a text of one token, for a graph that wants a text beside a picture.
    static func empty(of session: ModelSession, _ folder: ModelFolder) throws(TowerError) -> [ModelInput] {
        let input = try TextInput(session, names: folder.text?.inputs ?? [])
        let padding = Int32(clamping: folder.text?.paddingID ?? 0)
        return input.tensors(EncodedText(of: padding, count: input.length ?? 1))
    }
}
