import type { operations } from '../../../../../generated/mock-control/types.ts'
import type { AttemptInput } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { changesAnswer, on, type Sabotage, turnsStatus } from '../../../../check/sabotage.ts'
import { type Checks, type Context, changes, detailOf, ownSession, servedInterface } from '../session.ts'

type Path = Record<'interface' | 'kind' | 'action', string>

/** Operations whose path names something of an interface, with what they need beside it. */
const ofKinds = [
  ['listRecords', {}],
  ['getRecord', {}],
  ['putRecord', { body: {} }],
  ['deleteRecord', {}],
] as const
const ofInterfaces = [...ofKinds, ['getConditions', {}], ['changeConditions', { body: {} }], ['runAction', {}]] as const

async function expectUnknown(
  t: Context,
  { operation, input, path, known }: { operation: keyof operations; input: AttemptInput; path: Path; known: string[] },
): Promise<void> {
  const session = ownSession(t)
  const reply = await t.attempt(operation, { ...input, path: { session, key: 'any', ...path } })
  const what = `${operation} of ${Object.values(path).join(', ')}`
  expect(reply.status, `status of ${what}`).toBe(404)
  expect(known.length, 'names that there are').toBeGreaterThan(0)
  for (const name of known) expect(detailOf(reply), `names in the refusal of ${what}`).toContain(name)
}

/** Refusals name nothing that there is. */
const namesNothing = (operation: string): Sabotage =>
  on(operation, changesAnswer, (answer) =>
    answer.status === 404 ? { ...answer, body: { ...(answer.body as object), detail: 'It is unknown.' } } : answer,
  )

export const names: Checks = {
  'CTL-037': {
    needs: changes,
    async run(t) {
      const { body } = await t.attempt('listInterfaces')
      const interfaces = body.interfaces.map(({ name }) => name)
      const { recordKinds, actions } = await servedInterface(t, 'orders')
      for (const name of ['order', 'mock-control', 'toString', '__proto__']) {
        for (const [operation, input] of ofInterfaces) {
          const path = { interface: name, kind: 'orders', action: 'download' }
          await expectUnknown(t, { operation, input, path, known: interfaces })
        }
      }
      for (const kind of ['order', '_conditions', 'toString', '__proto__']) {
        for (const [operation, input] of ofKinds) {
          const path = { interface: 'orders', kind, action: 'download' }
          await expectUnknown(t, { operation, input, path, known: Object.keys(recordKinds) })
        }
      }
      for (const action of ['downlod', 'toString', '__proto__']) {
        const path = { interface: 'orders', kind: 'orders', action }
        await expectUnknown(t, { operation: 'runAction', input: {}, path, known: Object.keys(actions) })
      }
    },
    sabotage: [
      ...ofInterfaces.map(([operation]) => on(operation, turnsStatus(404, 400))),
      namesNothing('getConditions'),
      namesNothing('listRecords'),
      namesNothing('runAction'),
    ],
  },
}
