import type { components } from '../../../../../generated/mock-control/types.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context } from '../session.ts'

export type Fault = components['schemas']['Fault']
export type FaultRequest = components['schemas']['FaultRequest']

/** What checks ask for: the default of the probability is left out. */
export type Wanted = Omit<FaultRequest, 'interface' | 'probability'> & { interface?: string; probability?: number }

/** Injects a fault, into orders unless it says otherwise. */
export async function inject(t: Context, session: string, fault: Wanted): Promise<Fault> {
  const { status, body } = await t.attempt('createFault', {
    path: { session },
    body: { interface: 'orders', ...fault },
  })
  expect(status, `status of a fault of kind ${fault.kind}`).toBe(201)
  return body
}

export async function faultsOf(t: Context, session: string): Promise<Fault[]> {
  const { status, body } = await t.attempt('listFaults', { path: { session } })
  expect(status, 'status of the faults of a session').toBe(200)
  return body.faults
}
