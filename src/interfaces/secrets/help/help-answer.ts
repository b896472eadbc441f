import type { components } from '../../../../generated/secrets/types.ts'
import type { SecretsContext } from '../caller.ts'
import { nothingThere } from '../envelope.ts'
import { helpOf } from './help.ts'

type HelpAnswer = { status: 200; body: components['schemas']['HelpBody'] } | ReturnType<typeof nothingThere>

/** The help of the caller's target. Admission has checked the permission (SEC-060, SEC-061). */
export function help({ caller, cite }: SecretsContext): HelpAnswer {
  const body = helpOf(caller.target)
  if (!body) return nothingThere()
  cite('SEC-060', 'SEC-061')
  return { status: 200, body }
}
