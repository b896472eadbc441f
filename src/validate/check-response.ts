import type { ErrorObject } from 'ajv/dist/2020.js'
import MIMEType from 'whatwg-mimetype'
import { type Contract, type ContractOperation, mediaTypesAt } from './contract.ts'
import { below, isObject, membersOf, nodeAt, resolvePointer } from './document.ts'
import { type Mark, markAt } from './marks.ts'
import { compileSchemas } from './schemas.ts'
import { preview, type Violation } from './violation.ts'

/** A response as a client has it. */
export interface SeenResponse {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Text of the body; undefined when it is not to be looked at. */
  body?: string | undefined
}

export interface ResponseCheck {
  /** What is wrong with an operation's response; empty when it keeps the contract. */
  check(operation: ContractOperation, response: SeenResponse): Violation[]
  /** Whether the schema at a pointer of the contract accepts a value. */
  accepts(schema: string, value: unknown): boolean
  /** What is wrong with a value that a schema of the contract describes. */
  checkValue(schema: string, value: unknown, around?: readonly string[]): Violation[]
}

/** Compares responses with what one contract documents: status, headers, media type, body. */
export function createResponseCheck(contract: Contract): ResponseCheck {
  const { document } = contract
  const schemas = compileSchemas(document)
  return { check, checkValue, accepts: schemas.accepts }

  function check(operation: ContractOperation, response: SeenResponse): Violation[] {
    const pointer = findResponse(operation, response.status)
    if (pointer === undefined) {
      const known = [...operation.responses.keys()].join(', ')
      const mark = markOf([operation.pointer])
      return [{ at: 'status', expected: `one of ${known}`, seen: String(response.status), ...mark }]
    }
    return [...checkHeaders(pointer, response), ...checkBody(operation, pointer, response)]
  }

  function checkHeaders(response: string, { headers }: SeenResponse): Violation[] {
    return membersOf(document, below(response, 'headers')).flatMap((name) => {
      const pointer = resolvePointer(document, below(response, 'headers', name))
      const text = headers[name.toLowerCase()]
      if (text === undefined) {
        if (nodeAt(document, pointer)?.required !== true) return []
        return [{ at: `header ${name}`, expected: 'a value', seen: 'nothing', ...markOf([pointer, response]) }]
      }
      const schema = below(pointer, 'schema')
      if (!nodeAt(document, schema)) return []
      const wrong = checkValue(schema, readHeader(text, nodeAt(document, resolvePointer(document, schema))), [pointer])
      return wrong.map((violation) => ({ ...violation, at: `header ${name}` }))
    })
  }

  function checkBody(operation: ContractOperation, response: string, { headers, body }: SeenResponse): Violation[] {
    if (body === undefined) return []
    const documented = mediaTypesAt(document, response)
    const around = [response, operation.pointer]
    if (documented.size === 0) {
      if (body === '') return []
      return [{ at: '', expected: 'no body', seen: preview(body), ...markOf(around) }]
    }
    const given = headers['content-type']
    const essence = given === undefined ? undefined : (MIMEType.parse(given)?.essence ?? given)
    const media = essence === undefined ? undefined : findMediaType(documented, essence)
    if (media === undefined) {
      const expected = `one of ${[...documented.keys()].join(', ')}`
      return [{ at: 'header content-type', expected, seen: preview(given), ...markOf(around) }]
    }
    const schema = below(media, 'schema')
    if (!nodeAt(document, schema)) return []
    if (!isJson(essence)) return checkValue(schema, body, [media, ...around])
    const parsed = parseJson(body)
    if (parsed === undefined) return [{ at: '', expected: 'JSON', seen: preview(body), ...markOf([media, ...around]) }]
    return checkValue(schema, parsed.value, [media, ...around])
  }

  function checkValue(schema: string, value: unknown, around: readonly string[] = []): Violation[] {
    return schemas.errors(schema, value).flatMap((error) => {
      const at = placeOf(error)
      const expected = expectationOf(error)
      if (expected === undefined) return []
      const mark = markAt(document, { schema, value, at, around }, schemas.accepts)
      return [{ at, expected, seen: preview(at === error.instancePath ? error.data : undefined), ...mark }]
    })
  }

  function markOf(nodes: readonly string[]): Mark {
    return markAt(document, { schema: '', value: undefined, at: '', around: nodes }, () => false)
  }
}

/** The response that an operation documents for a status: its own, that of its class, or the default. */
export function findResponse({ responses }: ContractOperation, status: number): string | undefined {
  return responses.get(String(status)) ?? responses.get(`${String(status)[0]}XX`) ?? responses.get('default')
}

function findMediaType(documented: ReadonlyMap<string, string>, essence: string): string | undefined {
  const [type = ''] = essence.split('/')
  return documented.get(essence) ?? documented.get(`${type}/*`) ?? documented.get('*/*')
}

export function isJson(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /^application\/(.+\+)?json$/.test(mediaType)
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** A header's text as the type of its schema. */
function readHeader(text: string, schema: unknown): unknown {
  const type = isObject(schema) ? schema.type : undefined
  if ((type === 'integer' || type === 'number') && text.trim() !== '') return Number(text)
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

/** Where the fault lies: a missing property lies at the place where it is missing. */
function placeOf({ keyword, instancePath, params }: ErrorObject): string {
  if (keyword === 'required') return below(instancePath, String(params.missingProperty))
  if (keyword === 'additionalProperties') return below(instancePath, String(params.additionalProperty))
  return instancePath
}

/** Undefined for what only repeats the errors of a branch. */
function expectationOf({ keyword, params, message = '' }: ErrorObject): string | undefined {
  switch (keyword) {
    case 'required':
      return 'a value'
    case 'additionalProperties':
      return 'nothing'
    case 'type':
      return [params.type].flat().join(' or ')
    case 'enum':
      return `one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'const':
      return JSON.stringify(params.allowedValue)
    case 'format':
      return String(params.format)
    case 'if':
      return undefined
    default:
      return message.replace(/^must (be )?/, '')
  }
}
