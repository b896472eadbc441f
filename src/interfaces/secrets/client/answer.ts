import type { components } from '../../../../generated/secrets/types.ts'

/** What a call answered, and what the service wants its caller to know although it succeeded. */
export interface Answer<Data> {
  data: Data
  warnings: readonly string[]
}

type Envelope = components['schemas']['Envelope']
type HelpBody = components['schemas']['HelpBody']

/** Takes the payload out of its envelope; without a body, as with status 204, there is neither payload nor warning (SEC-091). */
export function answerOf<Body extends Envelope>(body: Body | HelpBody | undefined): Answer<Body['data']> {
  return { data: body && !('help' in body) ? body.data : undefined, warnings: warningsOf(body) }
}

/** The warnings of whatever body: none, where it has no envelope. */
export function warningsOf(body: unknown): readonly string[] {
  const warnings = typeof body === 'object' && body !== null && 'warnings' in body ? body.warnings : undefined
  return Array.isArray(warnings) ? warnings : []
}
