// The mock loads it for a document of a user only, and what a module computes then would count as code of the first such test.
import '../../../src/mock/crud/crud.ts'
