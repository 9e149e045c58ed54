/// An output of a graph, and the step from it to one vector.
package struct TowerOutput: Hashable, Sendable {
    /// The step from the values of an output to one vector.
    package enum Pooling: Hashable, Sendable {
        /// None: the output is one vector an input.
        case none
        /// The mean over the tokens that the attention mask counts.
        case mean
        /// The vector of the first token.
        case first
    }

    /// The name of the output; nil for the first one of the graph.
    package var name: String?
    /// The step from its values to one vector. ``Pooling/none`` also where the graph gives one vector an input.
    package var pooling: Pooling

    init(_ name: String?, _ pooling: Pooling = .none) {
        self.name = name
        self.pooling = pooling
    }
}

/// The half of a model that describes pictures.
package struct PictureTower: Hashable, Sendable {
    /// The graph and its weights.
    package var graph: ModelGraph
    /// The way from a picture to the input.
    package var preprocessing: PicturePreprocessing
    /// The names of the input, the preferred one first. A graph with an 8-bit input takes pixels before rescaling.
    package var inputs: [String]
    /// The outputs, the preferred one first.
    package var outputs: [TowerOutput]
    /// True where the graph is that of the text tower as well, and wants a text beside the picture.
    package var sharesGraph = false
}
