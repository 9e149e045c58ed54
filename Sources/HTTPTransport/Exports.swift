// Whoever imports HTTPTransport speaks in the values of these modules.
@_exported public import WireFormat
