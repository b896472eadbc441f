import { beforeEach } from 'vitest'
// The mock loads it for a document of a user only, and what a module computes then would count as code of the first such test.
import '../../../src/mock/crud/crud.ts'
import { forgetInterned } from '../../../src/mock/memoize.ts'

// Stryker runs a mutant before the tests that reach it. Otherwise only the first test that compiles equal JSON would reach a compiler.
beforeEach(forgetInterned)
