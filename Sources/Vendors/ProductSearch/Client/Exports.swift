// The API of ProductSearchClient uses the types of these modules.
@_exported public import ProductSearchAPI
@_exported public import SearchClient
@_exported public import ViSenzeClient
