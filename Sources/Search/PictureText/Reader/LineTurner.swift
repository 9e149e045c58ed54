internal import Models

/// The model that tells lines that stand on their head.
struct LineTurner: Sendable {
    private let graph: TextGraph
    private let width: Int
    private let height: Int

    /// The least certainty with which a line is turned.
    private static let leastCertainty: Float = 0.9
    private static let batch = 6

    init(_ graph: TextGraph) {
        self.graph = graph
        // Models of PP-OCRv5 see other sizes, and some files do not tell it.
        let name = graph.file.name.lowercased()
        let isNew = name.contains("textline_ori") || name.contains("lcnet")
        height = min(graph.side(2) ?? (isNew ? 80 : 48), 1024)
        width = min(graph.side(3) ?? (isNew ? 160 : 192), 4096)
    }

    /// The lines, those turned by 180 degrees that stand on their head.
    func upright(_ lines: [Raster]) throws(TextReaderError) -> [Raster] {
        var lines = lines
        let order = lines.indices.sorted { (lines[$0].ratio, $0) < (lines[$1].ratio, $1) }
        let size = graph.side(0) == 1 ? 1 : LineTurner.batch
        for start in stride(from: 0, to: order.count, by: size) {
            let part = order[start..<min(start + size, order.count)]
            var planes = PlanesOfLines(count: part.count, width: width, height: height)
            for (place, index) in part.enumerated() {
                planes.set(lines[index].line(height: height, most: width), at: place, PlanesOfLines.Scale.line)
            }
            let output = try graph.run(planes, count: part.count, byteLimit: 1 << 20)
            guard output.shape == [part.count, 2] else {
                throw graph.misfit("its output has the shape \(output.shape), and [\(part.count), 2] is expected")
            }
            for (place, index) in part.enumerated() {
                let (straight, turned) = (output.values[2 * place], output.values[2 * place + 1])
                if turned > straight, turned > LineTurner.leastCertainty { lines[index] = lines[index].halfTurned() }
            }
        }
        return lines
    }
}
