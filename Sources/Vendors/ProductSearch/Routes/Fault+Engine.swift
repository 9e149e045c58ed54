internal import ProductSearchAPI
internal import SearchServer

// Errors of the engine under the numbers that they have in the protocol.

extension ProductSearch.Fault {
    /// Creates the fault for an error of a search.
    init(_ error: SearchError) {
        switch error {
        case .invalidArgument, .wrongType: self = .invalid("\(error.description).")
        case .itemNotFound: self = .unknownProduct
        case .image(.unsupportedFormat), .image(.empty): self = .invalidImageFormat
        case .image(.boxTooSmall), .image(.boxOutside): self = .invalid("box is invalid: \(error.description).")
        case .image(.tooLarge): self = .invalidImageDimension
        case .image(.timedOut), .image(.internal), .image(.missingLibrary),
            .store, .damaged, .diskFull, .describerMismatch, .service, .cancelled:
            self = .systemError.because(error.description)
        case .image: self = .invalidImage
        }
    }

    init(_ fault: PictureFault) {
        switch fault {
        case .missing: self = .missingImage
        case .unknownUpload: self = .invalid("im_id is invalid: no upload has this name, or it has expired.")
        case .invalidURL(let reason): self = .invalidImage.because(reason)
        case .notFetched(let reason): self = .queryNotDownloaded.because(reason)
        }
    }
}

extension RouteContext {
    /// Throws errors of the engine as faults of the protocol.
    func attempt<Value>(
        _ work: @autoclosure () throws(SearchError) -> Value
    ) throws(ProductSearch.Fault) -> Value {
        do throws(SearchError) { return try work() } catch {
            storeFaults.note(error)
            throw ProductSearch.Fault(error)
        }
    }

    /// The bytes of the picture of a query; nil for a query without one.
    func picture(
        of query: ProductSearch.Query, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> (bytes: [UInt8], name: String?)? {
        let source: PictureSource
        switch query.image?.source {
        case .upload, .local: source = .upload
        case .id(let name): source = .id(name)
        case .url(let url): source = .url(url)
        case nil: return nil
        }
        do throws(PictureFault) { return try picture(source, request) } catch { throw ProductSearch.Fault(error) }
    }
}
