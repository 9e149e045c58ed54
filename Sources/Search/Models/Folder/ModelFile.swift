/// A file of a model.
package struct ModelFile: Hashable, Sendable {
    /// The name from the folder of the model, as `onnx/vision_model.onnx`.
    package var name: String
    /// The absolute path without links.
    package var path: String
    /// The size in bytes.
    package var bytes: Int
}
