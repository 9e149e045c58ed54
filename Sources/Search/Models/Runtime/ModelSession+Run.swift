import COnnxRuntimeShim
import Essentials

extension ModelSession {
    /// Runs the model once and waits for one output.
    ///
    /// `output` is its name, by default the first one. `byteLimit` bounds its size as float32, by default 256 MB: the
    /// declared shape is looked at before the run, the true one after it, so that only a limit of the process bounds
    /// the memory of a hostile model. `seconds` and `stop` end the run between two operators. Throws ``ModelError``.
    package func run(
        _ tensors: [ModelInput], output: String? = nil, byteLimit: Int = 256 << 20, seconds: Double? = nil,
        stop: RunStop? = nil
    ) throws(ModelError) -> ModelOutput {
        let port = try port(ofOutput: output)
        try check(tensors)
        let declared = port.shape.reduce((4, false)) { bytes, side in
            let product = bytes.0.multipliedReportingOverflow(by: max(side, 1))
            return (product.partialValue, bytes.1 || product.overflow)
        }
        guard !declared.1, declared.0 <= byteLimit else {
            throw .tooLarge(name: port.name.printable, bytes: declared.1 ? .max : declared.0, limit: byteLimit)
        }
        let call = try Call(self)
        for tensor in tensors { try call.add(tensor) }
        let timer = try seconds.map { seconds throws(ModelError) in try RunTimer(seconds: seconds, call) }
        stop?.attach(call)
        defer {
            _ = timer?.end()
            stop?.detach(call)
        }
        do throws(ModelError) {
            return try call.run(port.name, byteLimit: byteLimit)
        } catch .stopped where timer?.end() == true {
            throw .timedOut(seconds: seconds ?? 0)
        }
    }

    private func port(ofOutput name: String?) throws(ModelError) -> ModelPort {
        let found = name == nil ? outputs.first : outputs.first { $0.name == name }
        guard let found else {
            throw .unknownOutput(name: name ?? "at all", known: outputs.map(\.name.printable))
        }
        guard [.float32, .float16].contains(found.type) else {
            throw .unsupportedOutput(name: found.name.printable, type: found.type)
        }
        return found
    }

    private func check(_ tensors: [ModelInput]) throws(ModelError) {
        let names = inputs.map(\.name.printable).joined(separator: ", ")
        for (index, tensor) in tensors.enumerated() {
            guard let port = inputs.first(where: { $0.name == tensor.name }) else {
                throw .invalidInput(name: tensor.name, reason: "it has \(names)")
            }
            if let reason = tensor.misfit(port) { throw .invalidInput(name: tensor.name.printable, reason: reason) }
            guard !tensors[..<index].contains(where: { $0.name == tensor.name }) else {
                throw .invalidInput(name: tensor.name.printable, reason: "it is given twice")
            }
        }
        if let missing = inputs.first(where: { port in !tensors.contains { $0.name == port.name } }) {
            throw .invalidInput(name: missing.name.printable, reason: "it is missing; the model needs \(names)")
        }
    }
}

extension ModelInput {
    /// The difference from the declared type and shape, and the number of values; nil where all fit.
    fileprivate func misfit(_ port: ModelPort) -> String? {
        func text(_ shape: [Int]) -> String {
            "[" + shape.map { $0 < 0 ? "any" : "\($0)" }.joined(separator: ", ") + "]"
        }
        guard type == port.type else { return "it is \(type) and must be \(port.type)" }
        let fits =
            shape.count == port.shape.count && zip(shape, port.shape).allSatisfy { $0 > 0 && ($1 < 0 || $0 == $1) }
        guard fits else {
            return "its shape is \(text(shape)) and must be \(text(port.shape)), with sides of at least 1"
        }
        var product = (1, false)
        for side in shape where !product.1 {
            let next = product.0.multipliedReportingOverflow(by: side)
            product = (next.partialValue, next.overflow)
        }
        return !product.1 && product.0 == count ? nil : "it has \(count) values, and its shape is \(text(shape))"
    }
}
