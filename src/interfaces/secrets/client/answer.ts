import type { components } from '../../../../generated/secrets/types.ts'

/** The answer to a call, with warnings of the service about a call that succeeded. */
export interface Answer<Data> {
  data: Data
  warnings: readonly string[]
}

type Envelope = components['schemas']['Envelope']
type HelpBody = components['schemas']['HelpBody']

/** Takes the payload out of its envelope. An answer without a body, such as 204, has no payload and no warnings (SEC-091). */
export function answerOf<Body extends Envelope>(body: Body | HelpBody | undefined): Answer<Body['data']> {
  return { data: body && !('help' in body) ? body.data : undefined, warnings: warningsOf(body) }
}

/** The warnings in a body; none if it has no envelope. */
export function warningsOf(body: unknown): readonly string[] {
  const warnings = typeof body === 'object' && body !== null && 'warnings' in body ? body.warnings : undefined
  return Array.isArray(warnings) ? warnings : []
}
