// The API of ViSearchClient uses the types of these modules.
@_exported public import SearchClient
@_exported public import ViSearchAPI
@_exported public import ViSenzeClient
