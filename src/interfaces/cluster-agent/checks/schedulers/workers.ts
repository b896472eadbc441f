import type { operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesValue, needsOfPlaces, type Place, valuesAt } from '../fields/place.ts'

const ids: Place = { operation: 'listSchedulers', path: ['schedulers', '*', 'id'] }
const starts: Place = { operation: 'listSchedulers', path: ['schedulers', '*', 'started'] }

const isText = (value: unknown) => typeof value === 'string'

export const workers: Record<string, Check<operations>> = {
  'AGT-018': {
    needs: needsOfPlaces([ids]),
    async run(t) {
      const seen = await valuesAt(t, ids)
      if (seen.length === 0) t.inconclusive('the server has no scheduler workers')
      expect(seen.map(isText), `whether each of the ids ${JSON.stringify(seen)} is a string`).not.toContain(false)
      t.assume('AGT-G50', () =>
        expect(new Set(seen).size, `different ids among ${JSON.stringify(seen)}`).toBe(seen.length),
      )
    },
    sabotage: [
      changesValue(ids, () => undefined),
      changesValue(ids, (id: string) => id.length),
      // The id of the server in place of the id of the worker.
      changesValue(ids, () => 'server1.global'),
    ],
  },
  'AGT-019': {
    needs: needsOfPlaces([starts]),
    async run(t) {
      const seen = await valuesAt(t, starts)
      if (seen.length === 0) t.inconclusive('the server has no scheduler workers')
      expect(seen.map(isText), `whether each start in ${JSON.stringify(seen)} is a string`).not.toContain(false)
      t.assume('AGT-G06', () => {
        for (const start of seen)
          expect(start, 'start of a worker').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
      })
    },
    sabotage: [
      changesValue(starts, () => undefined),
      changesValue(starts, (start: string) => Date.parse(start)),
      changesValue(starts, () => 'yesterday'),
    ],
  },
}
