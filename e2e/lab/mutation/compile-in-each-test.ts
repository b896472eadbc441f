import { beforeEach } from 'vitest'
import { forgetInterned } from '../../../src/mock/memoize.ts'

// Stryker runs a mutant before the tests that reach it. Otherwise only the first test that compiles equal JSON would reach a compiler.
beforeEach(forgetInterned)
