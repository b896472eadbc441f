import type { operations } from '../../../generated/app-distribution/types.ts'
import type { InterfaceSlice } from '../slice.ts'
import { renderProblem } from './problems.ts'
import { credentials } from './seed.ts'

export const slice: InterfaceSlice<operations> = { behaviours: {}, credentials, renderProblem }
