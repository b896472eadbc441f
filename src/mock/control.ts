import type { components, operations } from '../../generated/mock-control/types.ts'
import { problemDetails } from '../interfaces/problem-details.ts'
import type { InterfaceSlice } from '../interfaces/slice.ts'

export type ServedInterface = components['schemas']['ServedInterface']

/** The mock's own interface, held to its own document by the same machinery as the others. */
export function createControlSlice(served: ServedInterface[]): InterfaceSlice<operations> {
  return {
    credentials: [],
    renderProblem: problemDetails,
    behaviours: {
      async listInterfaces() {
        return { status: 200, body: { interfaces: served } }
      },
    },
  }
}
