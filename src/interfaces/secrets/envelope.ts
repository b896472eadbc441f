import { randomUUID } from 'node:crypto'
import type { components } from '../../../generated/secrets/types.ts'
import type { Conditions } from './conditions.ts'

type Envelope = components['schemas']['Envelope']
type WriteAnswer = components['schemas']['WriteAnswer']
type ErrorBody = components['schemas']['ErrorBody']

/** A payload with the members around it (gap SEC-G11). */
export function envelope<Data>(data: Data, around: Partial<Omit<Envelope, 'data'>> = {}) {
  return {
    request_id: randomUUID(),
    lease_id: '',
    renewable: false,
    lease_duration: 0,
    data,
    warnings: null,
    auth: null,
    ...around,
  }
}

type Done = { status: 204 } | { status: 200; body: WriteAnswer }

/** A write without anything to report answers 204, a write with warnings 200 (SEC-092, SEC-093, gap SEC-G18). */
export function done(
  { conditions, cite }: { conditions: Readonly<Conditions>; cite(...rules: string[]): void },
  found: readonly string[] = [],
): Done {
  const warnings = [...found, ...conditions.warnings]
  if (warnings.length === 0) return { status: 204 }
  cite('SEC-093')
  return { status: 200, body: envelope(null, { warnings }) }
}

/** Nothing exists at the path, or nothing that the caller may see: the answers are equal (SEC-090). */
export function nothingThere(): { status: 404; body: ErrorBody } {
  return { status: 404, body: { errors: [] } }
}
