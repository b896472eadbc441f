import type { AttemptInput } from '../../check/check.ts'
import { isMapping } from '../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../contract/media-type.ts'
import type { Operation } from '../../contract/operation.ts'
import { concreteType } from '../../contract/published/media-example.ts'
import { acceptsIn } from '../../contract/schema/schemas.ts'
import { parseJsonOrText, printJson } from '../../json-text.ts'
import { bodyOf, valueFor, withBody } from './valid-request.ts'
import { wrongValues } from './wrong-value.ts'

/** A change to a valid request. */
export interface RequestChange {
  /** The changed request in words. */
  what: string
  change(input: AttemptInput): AttemptInput
}

/** Members of a body that get a wrong value. */
const maxMembers = 10

/** Not UTF-8, and so not JSON (RFC 8259, 8.1). A parser that refuses a missing brace may not have thought of it. */
const notJson = Buffer.from([0x7b, 0xff, 0x7d])

/** Many servers take `false` for a number. */
const candidates = [false, ...wrongValues]

/** True if a request may have a value that its schemas forbid; which one is found out when it is sent. */
export function mayBeWrong(operation: Operation): boolean {
  return bodyOf(operation) !== undefined || (operation.http.request?.query ?? []).some(isPlain)
}

/** Digits and `true` are valid text, but a server may read them as a number or a boolean. Other text it may not. */
function isPlain({ schema, style }: { schema?: unknown; style?: string }): boolean {
  return style === 'form' && ['integer', 'number', 'boolean'].includes(String(Object(schema).type))
}

/**
 * Changes to a valid request after which the document of the operation refuses it: a wrong value for each member of a body in JSON, a body
 * that is not JSON, or a wrong parameter.
 */
export function forbiddenChanges(operation: Operation): RequestChange[] {
  const content = bodyOf(operation)
  const refuses = (schema: unknown, value: unknown) => !acceptsIn(operation.document, schema, value)
  if (!content || !isJson(parseMediaType(concreteType(content.mediaType)))) {
    const parameter = operation.http.request?.query?.find((one) => isPlain(one) && refuses(one.schema, 'no such value'))
    if (!parameter) return []
    const { name } = parameter
    const wrong = { [name]: 'no such value' }
    return [{ what: `${name}=no such value`, change: (input) => ({ ...input, query: { ...input.query, ...wrong } }) }]
  }
  const body = valueFor(operation, content, 'text')
  const names = isMapping(body) ? Object.keys(body).slice(0, maxMembers) : []
  const bodies = names.flatMap((name): [at: string, change: (body: unknown) => unknown, wrong: unknown][] => {
    const wrong = candidates.find((value) => refuses(content.schema, { ...Object(body), [name]: value }))
    return wrong === undefined ? [] : [[` at /${name}`, (sent) => ({ ...Object(sent), [name]: wrong }), wrong]]
  })
  const whole = names.length > 0 ? undefined : candidates.find((value) => refuses(content.schema, value))
  if (whole !== undefined) bodies.push(['', () => whole, whole])
  return [
    ...bodies.map(([at, changed, wrong]) => ({
      what: `a body with ${printJson(wrong)}${at}`,
      change: (input: AttemptInput) => withBody(input, content, changed(parseJsonOrText(String(input.body)))),
    })),
    {
      what: 'a body that is not JSON',
      change: (input) => ({ ...withBody(input, content, body), body: notJson }),
    },
  ]
}
