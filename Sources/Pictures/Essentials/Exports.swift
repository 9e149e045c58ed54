// The part of Foundation that all targets but the clients use. On Linux that is the part without the tables of
// languages and calendars, which would be half of a program that brings its libraries along.
#if canImport(FoundationEssentials)
    @_exported public import FoundationEssentials
    @_exported public import Glibc
#else
    @_exported public import Foundation
#endif
