import type { Action } from '../../behaviour/definition.ts'
import type { Conditions } from './conditions.ts'
import { earlyRequestsOf } from './state.ts'

export const actions: Record<string, Action<Conditions>> = {
  'miss-data': {
    description:
      'Lets the next requests come before the data that they depend on: so many are answered 412, and a client that tries again gets through.',
    schema: {
      type: 'object',
      properties: { requests: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 1 } },
      additionalProperties: false,
    },
    async run({ requests = 1 }: { requests?: number }, { store }) {
      await earlyRequestsOf(store).set('left', requests)
      return { requests }
    },
  },
}
