internal import Essentials

extension SearchEngine {
    /// Loads what the first search needs, while its picture is read and described.
    func loadAhead() {
        _ = startThread { [self] in
            // The search loads what fails here again, and reports the error.
            try? catalog.read(withPalettes: false) { snapshot throws(SearchError) in
                if let adoption = catalog.learned?.space.report.adoption, adoption != .nothing {
                    _ = try types(in: snapshot)
                }
            }
        }
    }

    /// As ``warmUpBlocking()``, without what only searches with colors need. Then searches for what is like an item, so that
    /// the first search of a client finds what all of them share.
    package func warmUpForFirstSearchBlocking() throws(SearchError) {
        try loadBlocking(withPalettes: false)
        let first = try store.read { snapshot throws(SearchError) in
            try snapshot.items(from: 0, limit: 1, fields: []).first
        }
        // A search that fails tells its caller; nobody waits for this one.
        if let first { _ = try? searchBlocking(SearchRequest(.init(example: .item(id: first.id))), workers: 1) }
    }

    /// Searches with a drawn picture as a page does: with detection, and facets of all fields. The first search of a person
    /// then finds the decoder, the networks and the columns loaded. Blocks.
    package func rehearseBlocking() {
        guard describer.builtIn != nil, let picture = SearchEngine.drawing else { return }
        var request = SearchRequest(
            .init(example: .image(.bytes(picture))), facets: SearchRequest.FacetRequest(["*"]), explains: true)
        request.detection = Detection()
        // A search that fails tells its caller; nobody waits for this one.
        _ = try? searchBlocking(request, workers: 1)
    }

    /// A dark disc on a light ground, as JPEG.
    private static var drawing: [UInt8]? {
        let side = 512
        var bytes: [UInt8] = []
        bytes.reserveCapacity(3 * side * side)
        for y in 0..<side {
            for x in 0..<side {
                let (dx, dy) = (x - side / 2, y - side / 2)
                let isInside = dx * dx + dy * dy < side * side / 9
                bytes += isInside ? [60, 90, 170] : [235, 232, 226]
            }
        }
        guard let pixels = PixelBuffer(size: Size(width: side, height: side), bytes: bytes) else { return nil }
        return try? prepare(.pixels(pixels), as: Recipe(.fit(side, quality: 85))).outputs.first?.bytes
    }
}
