// The API of SearchClient uses the types of these modules.
@_exported public import BloomreachAPI
@_exported public import ContentAPI
@_exported public import DynamicYieldAPI
@_exported public import Imaging
@_exported public import StepwiseAPI
@_exported public import ViSearchAPI
