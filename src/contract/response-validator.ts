import { type Contract, type ContractOperation, mediaTypesAt } from './contract.ts'
import { expectationOf, placeOf } from './explain-schema-error.ts'
import { below, isObject, membersOf, nodeAt, resolvePointer } from './json-pointer.ts'
import { JsonValueSplitter, type ValueBytes } from './json-values.ts'
import { isJson, parseMediaType } from './media-type.ts'
import { locationsOf, type Provenance, provenanceIn } from './provenance.ts'
import { compileSchemas } from './schema-validator.ts'
import { originOf, preview, type Violation } from './violation.ts'

/** What comes before a body. */
export interface SeenHead {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
}

/** A response as a client has it. */
export interface SeenResponse extends SeenHead {
  /** Text of the body; undefined when it is not to be looked at. */
  body?: string | undefined
}

/** What is documented for the body that follows a head. */
export interface BodyRule {
  /** Pointer of its schema; undefined where the contract has none. */
  schema: string | undefined
  /** How a text is to be read; `nothing` where no body is documented. */
  kind: 'json' | 'json-sequence' | 'text' | 'nothing'
  /** Nodes that decide about what no schema marks, nearest first. */
  around: readonly string[]
}

export interface ResponseCheck {
  /** What is wrong with an operation's response; empty when it keeps the contract. */
  check(operation: ContractOperation, response: SeenResponse): Violation[]
  /**
   * What is wrong with status, headers and media type, and what is documented for the body; nothing is where one of these
   * is not documented itself.
   *
   * @param hasBody a body follows, so that its media type must be told
   */
  checkHead(
    operation: ContractOperation,
    head: SeenHead,
    hasBody: boolean,
  ): { violations: Violation[]; body: BodyRule | undefined }
  /** What is wrong with the text of a body. */
  checkBody(rule: BodyRule, body: string): Violation[]
  /** Whether the schema at a pointer of the contract accepts a value. */
  accepts(schema: string, value: unknown): boolean
  /** What is wrong with a value that a schema of the contract describes. */
  checkValue(schema: string, value: unknown, around?: readonly string[]): Violation[]
}

/** Compares responses with what one contract documents: status, headers, media type, body. */
export function createResponseCheck(contract: Contract): ResponseCheck {
  const { document } = contract
  const schemas = compileSchemas(document)
  return { check, checkHead, checkBody, checkValue, accepts: schemas.accepts }

  function check(operation: ContractOperation, response: SeenResponse): Violation[] {
    const { violations, body } = checkHead(operation, response, response.body !== undefined)
    return response.body === undefined || !body ? violations : [...violations, ...checkBody(body, response.body)]
  }

  function checkHead(operation: ContractOperation, head: SeenHead, hasBody: boolean) {
    const response = findResponse(operation, head.status)
    if (response === undefined) {
      const expected = oneOf([...operation.responses.keys()])
      const seen = `${head.status}${redirectionOf(head)}`
      return { violations: [{ at: 'status', expected, seen, ...provenanceOf([operation.pointer]) }], body: undefined }
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
        return [{ at: `header ${name}`, expected: 'a value', seen: 'nothing', ...provenanceOf([pointer, response]) }]
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
  ): { violations: Violation[]; body: BodyRule | undefined } {
    const documented = mediaTypesAt(document, response)
    const around = [response, operation.pointer]
    if (documented.size === 0) return { violations: [], body: { schema: undefined, kind: 'nothing', around } }
    const given = head.headers['content-type']
    if (given === undefined && !hasBody) return { violations: [], body: undefined }
    const essence = given === undefined ? undefined : (parseMediaType(given) ?? given)
    const media = essence === undefined ? undefined : findMediaType(documented, essence)
    if (media === undefined) {
      const expected = oneOf([...documented.keys()])
      const violation = { at: 'header content-type', expected, seen: preview(given), ...provenanceOf(around) }
      return { violations: [violation], body: undefined }
    }
    const schema = nodeAt(document, below(media, 'schema')) ? below(media, 'schema') : undefined
    const kind = kindOf(essence, nodeAt(document, media)?.['x-json-sequence'] === true)
    return { violations: [], body: { schema, kind, around: [media, ...around] } }
  }

  function checkBody({ schema, kind, around }: BodyRule, body: string): Violation[] {
    if (kind === 'nothing') return body === '' ? [] : [violationAtRoot('no body')]
    if (kind === 'text') return schema === undefined ? [] : checkValue(schema, body, around)
    const parsed = kind === 'json' ? parseJson(body) : parseSequence(body)
    if (parsed === undefined) return [violationAtRoot(kind === 'json' ? 'JSON' : 'JSON values one after another')]
    return schema === undefined ? [] : parsed.flatMap((value) => checkValue(schema, value, around))

    function violationAtRoot(expected: string): Violation {
      return { at: '', expected, seen: preview(body), ...provenanceOf(around) }
    }
  }

  function checkValue(schema: string, value: unknown, around: readonly string[] = []): Violation[] {
    const errors = schemas.errors(schema, value)
    if (errors.length === 0) return []
    const places = locationsOf(document, { schema, value }, schemas.accepts)
    return errors.slice(0, maxErrors).flatMap((error) => {
      const at = placeOf(error)
      const expected = expectationOf(error)
      if (expected === undefined) return []
      const provenance = provenanceIn(document, { places, at, around })
      return [{ at, expected, seen: preview(at === error.instancePath ? error.data : undefined, at), ...provenance }]
    })
  }

  function provenanceOf(nodes: readonly string[]): Provenance {
    return provenanceIn(document, { places: new Map(), at: '', around: nodes })
  }
}

/** Faults of one value that are told: a list of a million wrong elements is wrong in one way. */
const maxErrors = 1000

/** The response that an operation documents for a status: its own, that of its class, or the default. */
export function findResponse({ responses }: ContractOperation, status: number): string | undefined {
  return responses.get(String(status)) ?? responses.get(`${String(status)[0]}XX`) ?? responses.get('default')
}

function findMediaType(documented: ReadonlyMap<string, string>, essence: string): string | undefined {
  const [type = ''] = essence.split('/')
  return documented.get(essence) ?? documented.get(`${type}/*`) ?? documented.get('*/*')
}

function kindOf(essence: string | undefined, isSequence: boolean): BodyRule['kind'] {
  if (isSequence || /^application\/(x-ndjson|jsonl|json-seq)$/.test(essence ?? '')) return 'json-sequence'
  return isJson(essence) ? 'json' : 'text'
}

function oneOf(names: string[]): string {
  return names.length === 1 ? String(names[0]) : `one of ${names.join(', ')}`
}

function redirectionOf({ status, headers: { location } }: SeenHead): string {
  return location !== undefined && status >= 300 && status < 400 ? `, which leads to ${originOf(location)}` : ''
}

/** The values in a text; undefined when it is not JSON. */
function parseJson(text: string): unknown[] | undefined {
  try {
    return [JSON.parse(text)]
  } catch {
    return undefined
  }
}

/** The values that stand in a text one after another; undefined when one of them is not JSON. */
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
