internal import ProductSearchAPI
public import SearchServer

extension VendorProtocol {
    /// ProductSearch, the successor of ViSearch's protocol: searches by picture, product and words, objects of a picture,
    /// recommendations and outfits, under the paths of both generations of its hosts.
    public static let productSearch = VendorProtocol("ProductSearch") { context in ProductSearchRoutes(context: context)
    }
}

/// The operations of ProductSearch, and the HTTP form of their answers and faults.
struct ProductSearchRoutes: RouteGroup {
    /// The target of a path.
    private struct Target {
        var operation: ProductSearch.Operation
        /// The product at the end of the path; nil for operations without one.
        var productID: String?
    }

    private static let keyName = "app_key"
    let context: RouteContext

    var routes: [String: HTTPRoute] {
        var routes: [String: HTTPRoute] = [:]
        for operation in ProductSearch.Operation.allCases where !operation.namesProduct {
            for paths in ProductSearch.Paths.allCases {
                routes[operation.path(paths)] = Self.route(operation, paths, productID: nil)
            }
        }
        return routes
    }

    func route(at path: String) -> HTTPRoute? {
        guard path.hasPrefix("/v1/") else { return nil }
        for operation in ProductSearch.Operation.allCases where operation.namesProduct {
            for paths in ProductSearch.Paths.allCases {
                let start = operation.path(paths)
                if path == start { return Self.route(operation, paths, productID: nil) }
                if path.hasPrefix(start + "/") {
                    return Self.route(operation, paths, productID: String(path.dropFirst(start.count + 1)))
                }
            }
        }
        return nil
    }

    /// The threads, the rights and the limits of an operation.
    private static func route(
        _ operation: ProductSearch.Operation, _ paths: ProductSearch.Paths, productID: String?
    ) -> HTTPRoute {
        var route = HTTPRoute(operation.path(paths))
        route.content = .form
        route.needs = .search
        route.codeNames = [keyName]
        route.destination = Target(operation: operation, productID: productID)
        route.fieldBytes = HTTPRoute.searchBytes
        route.fileName = "image"
        switch operation {
        case .searchByImage, .multisearch, .complementary, .outfits: route.weight = .heavy
        case .searchByID, .recommendations, .autocomplete: break
        }
        return route
    }

    var description: RouteDescription {
        RouteDescription(
            PackageResources.description_json,
            [
                "hits": ProductSearch.Limits.hits.upperBound, "objects": ProductSearch.Limits.objects.upperBound,
                "nameBytes": ProductSearch.Limits.nameBytes.upperBound, "sets": ProductSearch.Limits.sets.upperBound,
                "listValues": ProductSearch.Limits.listValues,
            ])
    }

    /// Uploads are there; a picture that is named by its URL has to be fetched first.
    func waitsForOthers(_ request: HTTPRequest) -> Bool {
        guard let operation = request.route(as: Target.self)?.operation, !operation.namesProduct else { return false }
        return operation != .autocomplete && request.namesPictureByURL
    }

    func respond(to request: HTTPRequest, _ verdict: Verdict) -> HTTPResponse {
        guard let target = request.route(as: Target.self) else {
            return .failure("There is nothing here.", request, status: 404)
        }
        do throws(ProductSearch.Fault) {
            try Self.check(verdict, request)
            let call = try ProductSearch.Call(
                target.operation, productID: target.productID, request.parameters, hasImage: request.hasImage)
            return HTTPResponse(body: try answer(to: call, request))
        } catch {
            return failure(error, target.operation, request, status: error.status)
        }
    }

    private func answer(
        to call: ProductSearch.Call, _ request: HTTPRequest
    ) throws(ProductSearch.Fault) -> [UInt8] {
        switch call.operation {
        case .searchByImage, .multisearch: try SearchRoute(context: context)(call, request).encoded
        case .searchByID: try SearchRoute(context: context).products(like: call.productID ?? "", call, request).encoded
        case .recommendations: try RecommendationRoute(context: context).recommend(call, request).encoded
        case .complementary, .outfits: try RecommendationRoute(context: context).complement(call, request).encoded
        case .autocomplete: try AutocompleteRoute(context: context)(call, request).encoded
        }
    }

    private static func check(_ verdict: Verdict, _ request: HTTPRequest) throws(ProductSearch.Fault) {
        switch verdict {
        case .allowed: return
        case .unknownKey:
            let advice = request.keyAdvice(keyName, "An app key goes as the parameter \(keyName).")
            throw ProductSearch.Fault(
                code: ProductSearch.Fault.unknownKey.code, ProductSearch.Fault.unknownKey.text + advice)
        case .lacksRights: throw .unauthorized("Unauthorized: \(request.lackingRight).")
        case .readOnly: throw .unauthorized("Unauthorized: this server is read-only.")
        case .unavailable(let text): throw .busy.because(text)
        }
    }

    func refusal(_ refusal: HTTPRefusal, of request: HTTPRequest) -> HTTPResponse {
        guard let operation = request.route(as: Target.self)?.operation else { return .refusal(refusal, request) }
        let code =
            switch refusal.status {
            case 403: ProductSearch.Fault.unauthorized("").code
            case 429, 503: ProductSearch.Fault.busy.code
            case 400..<500: ProductSearch.Fault.invalid("").code
            default: ProductSearch.Fault.systemError.code
            }
        return failure(ProductSearch.Fault(code: code, refusal.text), operation, request, status: refusal.status)
    }

    private func failure(
        _ fault: ProductSearch.Fault, _ operation: ProductSearch.Operation, _ request: HTTPRequest, status: Int
    ) -> HTTPResponse {
        let body = ProductSearch.Results(operation, failure: fault, requestID: request.id).encoded
        var response = HTTPResponse(status: status, body: body, reason: fault.reason)
        if status == 503 { response.headers.append(("Retry-After", "5")) }
        return response
    }
}

extension ProductSearch.Fault {
    /// Application errors answer with 200: most clients ignore the body of any other status. Errors of this machine are
    /// 500.
    fileprivate var status: Int {
        switch code {
        case Self.systemError.code: 500
        case Self.busy.code: 503
        default: 200
        }
    }
}
