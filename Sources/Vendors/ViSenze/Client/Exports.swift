// The API of ViSenzeClient uses the types of these modules.
@_exported public import SearchClient
@_exported public import ViSenzeAPI
