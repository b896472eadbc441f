import type { components } from '../../../../../generated/mock-control/types.ts'
import { expect } from '../../../../check/expect.ts'
import { changesBody, on, type Sabotage } from '../../../../check/sabotage.ts'
import { type Context, expectStatus } from '../session.ts'

export type List = components['schemas']['InterfaceList']
export type Served = components['schemas']['ServedInterface']

export async function listOf(t: Context, session?: string): Promise<Served[]> {
  const body = await expectStatus(
    t.attempt('listInterfaces', { headers: { 'x-mock-session': session } }),
    200,
    'status of the list of interfaces',
  )
  expect(body.interfaces.length, 'interfaces listed').toBeGreaterThan(0)
  return body.interfaces
}

/** The list says something else of each interface. */
export function lists(change: (served: Served) => Partial<Served>): Sabotage {
  return on('listInterfaces', changesBody, ({ interfaces }: List) => ({
    interfaces: interfaces.map((one) => ({ ...one, ...change(one) })),
  }))
}
