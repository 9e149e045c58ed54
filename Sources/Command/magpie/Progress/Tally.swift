import Imaging

/// The counts of a run so far.
struct Tally: Sendable {
    private(set) var done = 0
    /// Inputs and further files that failed.
    private(set) var failed = 0
    /// Files beside the inputs that failed; those that did not are not counted.
    private(set) var further = 0
    private(set) var skipped = 0
    /// Images whose box reached beyond their edge.
    private(set) var clipped = 0
    /// Images of which an output has no space for the EXIF block that was to be kept.
    private(set) var withoutEXIF = 0
    /// Images of which an output has no space for the gain map that was to be kept.
    private(set) var withoutGainMap = 0
    /// Images of which an output has no space for the marks of rights that were to be kept.
    private(set) var withoutRights = 0
    /// Images whose marks of rights and origin their outputs lack, and those of them that a model generated; images that lost
    /// their Content Credentials alone.
    private(set) var unmarked = 0
    private(set) var unmarkedAI = 0
    private(set) var unsigned = 0
    /// Pictures that are the previews of RAW files, and those of them that are clearly smaller than the sensor's data.
    private(set) var previews = 0
    private(set) var smallPreviews = 0
    /// Pictures that were developed from RAW files.
    private(set) var developed = 0
    private(set) var inputBytes = 0
    /// The time of the inputs that were worked on.
    private(set) var cost = InputCost()
    private(set) var outputs = 0
    private(set) var outputBytes = 0
    /// Counts by the code of the error.
    private(set) var failures: [String: Int] = [:]
    private(set) var formats: [String: Int] = [:]
    /// Wall clock since the start, in seconds.
    var seconds = 0.0

    /// The warnings about metadata that is lost; nil where all of it was kept.
    var lostMetadata: String? {
        func lost(_ count: Int, _ part: String, _ reason: String) -> String {
            if count == 0 { return "" }
            return
                "magpie: \(Numbers.plural(count, "image")) lost \(count == 1 ? "its" : "their") \(part): \(reason)\n"
        }
        let text =
            lost(
                withoutEXIF, "EXIF block",
                "a JPEG has room for 65,527 bytes, avif and jxl for none (--format png or webp keeps it), and that of a "
                    + "TIFF or RAW is not copied")
            + lost(
                withoutGainMap, "gain map",
                "only a JPEG made of a JPEG keeps it, without --pad, unless it is of Apple's kind, cut off or broken")
            + lost(
                withoutRights, "marks of rights",
                "a JPEG has room for 65,504 bytes of them, and an old encoder of AVIF takes none")
        return text.isEmpty ? nil : text
    }

    mutating func add(_ outcome: Outcome) {
        done += 1
        // File systems may report any size.
        let (sum, overflows) = inputBytes.addingReportingOverflow(outcome.inputBytes)
        inputBytes = overflows ? .max : sum
        switch outcome.result {
        case .success(let product):
            if product.isClipped { clipped += 1 }
            if let preview = product.picture?.preview {
                previews += 1
                if preview.isReduced { smallPreviews += 1 }
            }
            if product.picture?.isDeveloped == true { developed += 1 }
            if product.lacks(.exif) { withoutEXIF += 1 }
            if product.lacks(.gainMap) { withoutGainMap += 1 }
            if product.lacks(.rights) { withoutRights += 1 }
            if product.provenance == .dropped {
                unmarked += 1
                if product.picture?.aiSourceType != nil { unmarkedAI += 1 }
            }
            if product.provenance == .reduced { unsigned += 1 }
            if product.wasThere {
                skipped += 1
                return
            }
            cost.add(bytes: outcome.inputBytes, seconds: outcome.seconds)
            outputs += product.files.count
            outputBytes += product.outputs.reduce(0) { $0 + $1.bytes }
            if let picture = product.picture { formats[picture.format?.rawValue ?? "pixels", default: 0] += 1 }
        case .failure(let error):
            cost.add(bytes: outcome.inputBytes, seconds: outcome.seconds)
            add(error)
        }
    }

    /// Counts a file that failed beside its input.
    mutating func addFurther(_ outcome: Outcome) {
        guard case .failure(let error) = outcome.result else { return }
        further += 1
        add(error)
    }

    private mutating func add(_ error: ImageError) {
        failed += 1
        failures[error.code, default: 0] += 1
    }
}

extension Product {
    fileprivate func lacks(_ metadata: Recipe.Metadata) -> Bool {
        encodedWithout.contains(metadata) || outputs.contains { $0.leftOut.contains(metadata) }
    }
}
