internal import SearchAPI

extension SearchRoutes {
    func discover(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results { throw .systemError }
    func similarProducts(_ request: HTTPRequest) throws(ViSearch.Fault) -> ViSearch.Results { throw .systemError }
}
