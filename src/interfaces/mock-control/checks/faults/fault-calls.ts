import type { components } from '../../../../../generated/mock-control/types.ts'
import { type Context, expectStatus } from '../session.ts'

export type Fault = components['schemas']['Fault']
export type FaultRequest = components['schemas']['FaultRequest']

/** What checks ask for: the default of the probability is left out. */
export type Wanted = Omit<FaultRequest, 'interface' | 'probability'> & { interface?: string; probability?: number }

/** Injects a fault, into orders unless it says otherwise. */
export async function inject(t: Context, session: string, fault: Wanted): Promise<Fault> {
  const body = await expectStatus(
    t.attempt('createFault', {
      path: { session },
      body: { interface: 'orders', ...fault },
    }),
    201,
    `status of a fault of kind ${fault.kind}`,
  )
  return body
}

export async function faultsOf(t: Context, session: string): Promise<Fault[]> {
  const body = await expectStatus(
    t.attempt('listFaults', { path: { session } }),
    200,
    'status of the faults of a session',
  )
  return body.faults
}
