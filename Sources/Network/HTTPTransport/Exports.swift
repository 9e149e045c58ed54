// The API of HTTPTransport uses the types of these modules.
@_exported public import WireFormat
