import type { operations } from '../../../generated/orders/types.ts'
import type { InterfaceSlice } from '../slice.ts'
import { admit } from './admission.ts'
import { behaviours } from './behaviour.ts'
import { renderProblem } from './problems.ts'
import { credentials, seed } from './seed.ts'

export const slice: InterfaceSlice<operations> = { admit, behaviours, credentials, renderProblem, seed }
