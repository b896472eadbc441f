import type { AttemptInput } from '../../../check/check.ts'
import { expectRefusal } from '../../../check/expect-refusal.ts'
import { on, type Sabotage, when } from '../../../check/sabotage.ts'
import { assumeError } from './error.ts'
import type { Context } from './templates.ts'

/** A list without templates. */
export const nothing = { entries: [], limit: 100 }

/** Asks for a list with a client error in the request. */
export async function refuses(t: Context, query: NonNullable<AttemptInput['query']>, what: string): Promise<void> {
  const reply = await t.attempt('listDocgenTemplates', { query })
  expectRefusal(t, reply, { what: `a list with ${what}`, clientError: true, gap: 'DOC-G02', status: 400 })
  assumeError(t, reply, `a list with ${what}`, 400)
}

/** Limits a sabotage to list requests that meet a condition. */
export const asks = (isIt: (query: URLSearchParams) => boolean, sabotage: Sabotage): Sabotage =>
  on('listDocgenTemplates', when, ({ query }) => isIt(new URLSearchParams(query)), sabotage)
