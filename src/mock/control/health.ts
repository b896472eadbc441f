import type { components } from '../../../generated/mock-control/types.ts'

type Health = components['schemas']['Health']

/** The answer of the health check, also when the rest of the control plane is off (CTL-061). */
export function healthAnswer(isReady: boolean): { status: 200; body: Health } | { status: 503; body: Health } {
  const body = { live: true, ready: isReady }
  return isReady ? { status: 200, body } : { status: 503, body }
}
