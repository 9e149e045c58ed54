// The API of ViSenzeAPI uses the types of these modules.
@_exported public import SearchAPI
@_exported public import WireFormat
