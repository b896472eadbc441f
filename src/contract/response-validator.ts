import { type BodyRule, type CheckedHead, findBodyRule, oneOf } from './body-rule.ts'
import { type Contract, type ContractOperation, mediaTypesAt } from './contract.ts'
import { expectationOf, placeOf } from './explain-schema-error.ts'
import { below, isObject, membersOf, nodeAt, resolvePointer } from './json-pointer.ts'
import { assertParsable, JsonValueSplitter, type ValueBytes } from './json-values.ts'
import { nearestProvenance, provenanceAt } from './provenance.ts'
import { readParameter } from './read-parameter.ts'
import { compileSchemas } from './schema-validator.ts'
import { defaultMaxViolations, limitViolations, originOf, preview, type Violation } from './violation.ts'
import type { Accepts } from './walk-schema.ts'

/** The part of a response before its body. */
export interface SeenHead {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
}

/** A response as a client has it. */
export interface SeenResponse extends SeenHead {
  /** Text of the body; undefined when it is not to be checked. */
  body?: string | undefined
}

/** Each method reports at most `max` violations, 100 by default; the last one says when there are more. */
export interface ResponseCheck {
  /**
   * What is wrong with an operation's response; empty when it keeps the contract.
   *
   * @throws {RangeError} for a body that is nested too deeply to be checked, here and in `checkBody` and `checkValue`
   */
  check(operation: ContractOperation, response: SeenResponse, max?: number): Violation[]
  /**
   * What is wrong with status, headers and media type, and what is documented for the body. The latter is undefined when the
   * status or the media type is not documented.
   *
   * @param hasBody a body follows, so the response must name a media type
   */
  checkHead(operation: ContractOperation, head: SeenHead, hasBody: boolean): CheckedHead
  /** What is wrong with the text of a body. */
  checkBody(rule: BodyRule, body: string, max?: number): Violation[]
  /** Whether the schema at a pointer of the contract accepts a value. */
  accepts(schema: string, value: unknown): boolean
  /** What is wrong with a value that a schema of the contract describes. */
  checkValue(schema: string, value: unknown, around?: readonly string[], max?: number): Violation[]
}

/** Compares responses with one contract: status, headers, media type, body. */
export function createResponseCheck(contract: Contract): ResponseCheck {
  const { document } = contract
  const schemas = compileSchemas(document)
  return { check, checkHead, checkBody, checkValue, accepts: schemas.accepts }

  function check(operation: ContractOperation, response: SeenResponse, max = defaultMaxViolations): Violation[] {
    const { violations, body } = checkHead(operation, response, response.body !== undefined)
    const ofBody = response.body === undefined || !body ? [] : checkBody(body, response.body, max + 1)
    return limitViolations([...violations, ...ofBody], max)
  }

  function checkHead(operation: ContractOperation, head: SeenHead, hasBody: boolean): CheckedHead {
    const response = findResponse(operation, head.status)
    if (response === undefined) {
      const expected = oneOf([...operation.responses.keys()])
      const seen = `${head.status}${redirectionOf(head)}`
      return {
        violations: [{ at: 'status', expected, seen, ...nearestProvenance(document, [operation.pointer]) }],
        body: undefined,
      }
    }
    const headers = checkHeaders(response, head)
    const media = checkMediaType(operation, response, { head, hasBody })
    return { violations: [...headers, ...media.violations], body: media.body }
  }

  function checkHeaders(response: string, { headers }: SeenHead): Violation[] {
    return membersOf(document, below(response, 'headers')).flatMap((name) => {
      const pointer = resolvePointer(document, below(response, 'headers', name))
      const text = headers[name.toLowerCase()]
      if (text === undefined) {
        if (nodeAt(document, pointer)?.required !== true) return []
        return [
          {
            at: `header ${name}`,
            expected: 'a value',
            seen: 'nothing',
            ...nearestProvenance(document, [pointer, response]),
          },
        ]
      }
      const schema = below(pointer, 'schema')
      if (!nodeAt(document, schema)) return []
      const wrong = checkValue(schema, readHeader(text, nodeAt(document, resolvePointer(document, schema))), [
        pointer,
        response,
      ])
      return wrong.map((violation) => ({ ...violation, at: `header ${name}`, seen: preview(text, name) }))
    })
  }

  function checkMediaType(
    operation: ContractOperation,
    response: string,
    { head, hasBody }: { head: SeenHead; hasBody: boolean },
  ): CheckedHead {
    const documented = mediaTypesAt(document, response)
    const around = [response, operation.pointer]
    if (documented.size === 0) return { violations: [], body: { schema: undefined, kind: 'nothing', around } }
    const given = head.headers['content-type']
    if (given === undefined && !hasBody) return { violations: [], body: undefined }
    return findBodyRule(document, documented, { given, around })
  }

  function checkBody({ schema, kind, around }: BodyRule, body: string, max = defaultMaxViolations): Violation[] {
    if (kind === 'nothing') return body === '' ? [] : [violationAtRoot('no body')]
    if (kind === 'text') return schema === undefined ? [] : checkValue(schema, body, around, max)
    if (kind === 'form') return schema === undefined ? [] : checkValue(schema, readForm(schema, body), around, max)
    const parsed = kind === 'json' ? parseJson(body) : parseSequence(body)
    if (parsed === undefined) return [violationAtRoot(kind === 'json' ? 'JSON' : 'JSON values one after another')]
    const violations: Violation[] = []
    for (const value of schema === undefined ? [] : parsed) {
      violations.push(...checkValue(schema ?? '', value, around, max + 1))
      if (violations.length > max) break
    }
    return limitViolations(violations, max)

    function violationAtRoot(expected: string): Violation {
      return { at: '', expected, seen: preview(body), ...nearestProvenance(document, around) }
    }
  }

  function readForm(schema: string, body: string): Record<string, unknown> {
    const form = new URLSearchParams(body)
    const properties = below(resolvePointer(document, schema), 'properties')
    const members = [...new Set(form.keys())].map((name) => {
      const property = { schema: below(properties, name), style: 'form', explode: true }
      return [name, readParameter(document, property, form.getAll(name), schemas.accepts)]
    })
    return Object.fromEntries(members)
  }

  function checkValue(
    schema: string,
    value: unknown,
    around: readonly string[] = [],
    max = defaultMaxViolations,
  ): Violation[] {
    const accepts = rememberAnswers(schemas.accepts)
    const violations: Violation[] = []
    for (const error of schemas.errors(schema, value)) {
      const at = placeOf(error)
      const expected = expectationOf(error)
      if (expected === undefined) continue
      const provenance = provenanceAt(document, { schema, value, at, around }, accepts)
      const seen = preview(at === error.instancePath ? error.data : undefined, at)
      violations.push({ at, expected, seen, ...provenance })
      if (violations.length > max) break
    }
    return limitViolations(violations, max)
  }
}

/** The violations of one value ask the same questions again and again, of parts that may be large. */
function rememberAnswers(accepts: Accepts): Accepts {
  const known = new Map<string, Map<unknown, boolean>>()
  return (schema, value) => {
    const answers = known.get(schema) ?? new Map<unknown, boolean>()
    known.set(schema, answers)
    const answer = answers.get(value) ?? accepts(schema, value)
    answers.set(value, answer)
    return answer
  }
}

/** The response that an operation documents for a status: its own, that of its class, or the default. */
export function findResponse({ responses }: ContractOperation, status: number): string | undefined {
  return responses.get(String(status)) ?? responses.get(`${String(status)[0]}XX`) ?? responses.get('default')
}

function redirectionOf({ status, headers: { location } }: SeenHead): string {
  return location !== undefined && status >= 300 && status < 400 ? `, which leads to ${originOf(location)}` : ''
}

/**
 * The value in a text; undefined when the text is not JSON.
 *
 * @throws {RangeError} for a text that is nested too deeply to be parsed
 */
function parseJson(text: string): unknown[] | undefined {
  assertParsable(text)
  try {
    return [JSON.parse(text)]
  } catch {
    return undefined
  }
}

/** The values in a text, one after another; undefined when one of them is not JSON. */
function parseSequence(text: string): unknown[] | undefined {
  const splitter = new JsonValueSplitter(Number.POSITIVE_INFINITY)
  const texts: string[] = []
  const keep = ({ bytes }: ValueBytes) => void texts.push(new TextDecoder().decode(bytes))
  const encoded = new TextEncoder().encode(text)
  const isRead = splitter.read(encoded, 0, keep) === encoded.length
  splitter.end(keep)
  const values = texts.map(parseJson)
  return isRead && !splitter.isOpen && values.every((value) => value !== undefined) ? values.flat(1) : undefined
}

/** A header's text as the type of its schema. */
function readHeader(text: string, schema: unknown): unknown {
  const type = isObject(schema) ? schema.type : undefined
  if ((type === 'integer' || type === 'number') && text.trim() !== '' && !Number.isNaN(Number(text)))
    return Number(text)
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}
