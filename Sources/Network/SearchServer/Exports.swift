// The API of SearchServer uses the types of these modules.
@_exported public import HTTPTransport
@_exported public import StepwiseSearch
@_exported public import VisualSearch
