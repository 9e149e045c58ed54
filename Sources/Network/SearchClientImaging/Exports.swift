// One import gives the clients and what prepares their pictures.
@_exported public import Imaging
@_exported public import SearchClient
