import type { components } from '../../generated/mock-control/types.ts'
import type { Contract } from '../contract/contract.ts'
import { assemble, type LoadedInterface, type Seed } from './assemble.ts'
import { LocalSessions } from './session/sessions.ts'

/** The control plane would refuse the seed. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
}

interface Parts {
  interfaces: readonly LoadedInterface[]
  /** The document of the control plane. */
  control: Contract
}

/**
 * Reads a seed. The seed is sent to the control plane of a temporary mock, so a file follows the same rules as a call (CTL-017).
 *
 * @throws {SeedError} with the reason of the refusal
 */
export async function readSeed(seed: unknown, { interfaces, control }: Parts): Promise<Seed> {
  const { gateway } = assemble({
    interfaces,
    control,
    sessions: new LocalSessions(),
    onFault: () => {},
  })
  const answer = await gateway.handle({
    method: 'POST',
    path: `/${control.prefix}/sessions/default/seed`,
    query: '',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(seed)),
    peer: new AbortController(),
  })
  if (answer.status < 400) return seed as Seed
  const { detail } = answer.body as components['schemas']['Problem']
  throw new SeedError(detail)
}
