// The API of StepwiseStore uses the types of these modules.
@_exported public import StepwiseSearch
@_exported public import VisualSearch
