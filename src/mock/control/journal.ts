import type { operations } from '../../../generated/mock-control/types.ts'
import type { Behaviours } from '../../behaviour/behaviour.ts'
import { inSession, type Plane } from './plane.ts'

export function journalBehaviours(plane: Plane): Behaviours<operations> {
  return {
    getJournal: ({ path }) =>
      inSession(plane, path.session, async ({ journal }) => {
        return { status: 200, body: { requests: journal.entries } }
      }),

    clearJournal: ({ path }) =>
      inSession(plane, path.session, async ({ journal }) => {
        journal.clear()
        return { status: 204 }
      }),
  }
}
