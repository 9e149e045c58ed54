internal import Dispatch
public import Imaging
internal import SearchAPI

/// A picture made ready for the network.
struct PreparedUpload: Sendable {
    var jpeg: [UInt8]
    var scale: UploadScale

    /// Decodes, turns upright, resizes and encodes, on a thread of its own.
    static func make(_ input: ImageInput, _ settings: UploadSettings) async throws(ClientError) -> PreparedUpload {
        let recipe = Recipe(.fit(settings.side, quality: settings.quality))
        let result: Result<PreparedUpload, ImageError> = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async {
                continuation.resume(
                    returning: Result { () throws(ImageError) in
                        let prepared = try prepare(input, as: recipe)
                        let output = prepared.outputs[0]
                        return PreparedUpload(
                            jpeg: output.jpeg, scale: UploadScale(from: prepared.uprightSize, to: output.size))
                    })
            }
        }
        switch result {
        case .success(let upload): return upload
        case .failure(let error): throw .image(error)
        }
    }

    /// Prepares several pictures, as many at a time as there are cores. The results are in the order of the places;
    /// those that had not begun when the task was cancelled are `cancelled`.
    static func make(
        _ inputs: [(place: Int, input: ImageInput)], _ settings: UploadSettings
    ) async -> [(place: Int, result: Result<PreparedUpload, ClientError>)] {
        await withTaskGroup(of: (place: Int, result: Result<PreparedUpload, ClientError>).self) { group in
            var results: [(place: Int, result: Result<PreparedUpload, ClientError>)] = []
            for (number, (place, input)) in inputs.enumerated() {
                if number >= Batch.usableCores, let result = await group.next() { results.append(result) }
                group.addTask {
                    do throws(ClientError) {
                        if Task.isCancelled { throw .cancelled }
                        return (place, .success(try await make(input, settings)))
                    } catch {
                        return (place, .failure(error))
                    }
                }
            }
            for await result in group { results.append(result) }
            return results.sorted { $0.place < $1.place }
        }
    }
}

/// Carries places in the original picture to the picture that was uploaded, and back.
///
/// Both axes have the scale of the longer side of the upload; coordinates are cut to whole pixels, as the official
/// clients do.
public struct UploadScale: Hashable, Sendable {
    /// Upright, in pixels.
    public let original: Size
    /// In pixels.
    public let uploaded: Size

    public init(from original: Size, to uploaded: Size) {
        self.original = original
        self.uploaded = uploaded
    }

    private var factor: Double {
        uploaded.height > uploaded.width
            ? Double(uploaded.height) / Double(original.height) : Double(uploaded.width) / Double(original.width)
    }

    /// A coordinate in the upload, at most `limit`: the shorter side may have been rounded down.
    private func place(_ value: Int, in limit: Int) -> Int { min(Int(factor * Double(value)), limit) }

    /// A box in the original as a box in the upload. What reaches out of the picture is cut off; a point stays one, and
    /// what has an area keeps at least a pixel. Nil for a box that lies outside or has only one side.
    public func map(_ box: Box) -> Box? {
        guard let box = box.clamped(to: original) else { return nil }
        let (left, top) = (place(box.left, in: uploaded.width - 1), place(box.top, in: uploaded.height - 1))
        if box.isPoint { return Box(left: left, top: top, width: 0, height: 0) }
        return Box(
            left: left, top: top, width: max(1, place(box.right, in: uploaded.width) - left),
            height: max(1, place(box.bottom, in: uploaded.height) - top))
    }

    /// A place in the original as a place in the upload; nil outside.
    func map(_ point: ViSearch.Point) -> ViSearch.Point? {
        guard (0..<original.width).contains(point.left), (0..<original.height).contains(point.top) else { return nil }
        return ViSearch.Point(
            left: place(point.left, in: uploaded.width - 1), top: place(point.top, in: uploaded.height - 1))
    }

    /// A box in the upload, as answers give it, as a box in the original.
    public func unmap(_ box: Box) -> Box {
        func back(_ value: Int, _ side: Int) -> Int {
            Int(min(max((Double(value) / factor).rounded(), 0), Double(side)))
        }
        let (left, top) = (back(box.left, original.width), back(box.top, original.height))
        return Box(
            left: left, top: top, width: max(0, back(box.right, original.width) - left),
            height: max(0, back(box.bottom, original.height) - top))
    }
}

extension Box {
    /// The part inside a picture; nil where there is none, or for a box with one empty side.
    fileprivate func clamped(to size: Size) -> Box? {
        if isPoint {
            return (0..<size.width).contains(left) && (0..<size.height).contains(top) ? self : nil
        }
        guard width > 0, height > 0 else { return nil }
        let (right, rightOverflows) = left.addingReportingOverflow(width)
        let (bottom, bottomOverflows) = top.addingReportingOverflow(height)
        let (low, high) = (max(left, 0), min(rightOverflows ? .max : right, size.width))
        let (above, below) = (max(top, 0), min(bottomOverflows ? .max : bottom, size.height))
        guard low < high, above < below else { return nil }
        return Box(left: low, top: above, width: high - low, height: below - above)
    }
}
