import Foundation
import VisualSearch

extension Option {
    /// `--describer URL#MODEL`
    static func describer(sets property: WritableKeyPath<Target, InferenceDescriber.Model?>) -> Option {
        .value(
            "--describer", kind: .model,
            help: "Describe pictures with a model on an inference server (Open Inference Protocol), such as "
                + "http://localhost:8080#clip. It gets 224 x 224 pixels as FP32, channels first, brought to the mean "
                + "and deviation of ImageNet. A store wants the same at every run. Default: the built-in describer.",
            sets: property)
    }
}

extension OptionValue<InferenceDescriber.Model> {
    fileprivate static var model: OptionValue {
        OptionValue("URL#MODEL", expected: "a server and a model, such as http://localhost:8080#clip") { text in
            let parts = text.split(separator: "#", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[1].isEmpty, let server = URL(string: String(parts[0])),
                ["http", "https"].contains(server.scheme), server.host() != nil
            else { return nil }
            return InferenceDescriber.Model(server: server, name: String(parts[1]))
        }
    }
}
