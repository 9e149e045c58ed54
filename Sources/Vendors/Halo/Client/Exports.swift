// The API of HaloClient uses the types of these modules.
@_exported public import ContentAPI
@_exported public import SearchClient
