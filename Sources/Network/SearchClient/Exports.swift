// The API of SearchClient uses the types of these modules.
@_exported public import BloomreachAPI
@_exported public import ContentSearch
@_exported public import DynamicYieldAPI
@_exported public import Imaging
@_exported public import StepwiseSearch
@_exported public import ViSearchAPI
