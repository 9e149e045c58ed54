// Whoever imports SearchServer speaks in the values of these modules.
@_exported public import HTTPTransport
@_exported public import VisualSearch
