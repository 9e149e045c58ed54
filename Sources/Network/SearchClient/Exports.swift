// The API of SearchClient uses the types of these modules.
@_exported public import SearchAPI
@_exported public import StepwiseAPI
