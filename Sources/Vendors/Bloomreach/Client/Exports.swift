// The API of BloomreachClient uses the types of these modules.
@_exported public import BloomreachAPI
@_exported public import SearchClient
