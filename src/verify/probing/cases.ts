import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { below, isMapping, namesIn, nodeAt, valueAt } from '../../contract/json-pointer.ts'
import { concreteType, isJson, parseMediaType } from '../../contract/media-type.ts'
import { mediaTypesAt, type Operation, type Parameter, sentParameters } from '../../contract/operation.ts'
import { type Edge, edgesOf } from '../../contract/schema/edges.ts'
import { sampleOf, typeOf } from '../../contract/schema/make-sample.ts'
import { mergeParts, schemasOfMember } from '../../contract/schema/merge.ts'
import type { SchemaError } from '../../contract/schema/schema-error.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { printJson } from '../../json-text.ts'
import { bodyValueOf } from '../context/ownership.ts'
import { bodyOf, countVariants, quotedVariants, withBody, withQuoted } from '../derive/valid-request.ts'
import type { Probe } from './judge.ts'

/** A probe that differs from a valid request in one place. */
export interface ProbeCase extends Probe {
  change(input: AttemptInput): AttemptInput
  /** Pointer and value of a member, which may be sent together with valid values of other members. */
  member?: { at: string; value: unknown }
  /** Other members of its body, which may be left out. */
  parts?: readonly string[]
}

const noText = Uint8Array.of(0x80, 0xff, 0x7b, 0x22)

/** Edges of one body, and of one parameter. */
const maxEdges = 600
const maxOfParameter = 40

/** Values of other types that are sent: each is refused by nearly every server that looks at types. */
const otherTypes = new Set([
  'null',
  'a text',
  'zero',
  'an empty list',
  'an empty object',
  'a list of null',
  'a fraction',
])

/** The changed request without some members of its body. */
export function withoutParts(
  operation: Operation,
  { change }: ProbeCase,
  input: AttemptInput,
  parts: readonly string[] = [],
): AttemptInput {
  const content = bodyOf(operation)
  const changed = change(input)
  const body = bodyValueOf(changed)
  if (!content || !isMapping(body) || parts.length === 0) return changed
  const kept = Object.entries(body).filter(([name]) => !parts.includes(name))
  return withBody(changed, content, Object.fromEntries(kept))
}

/** Sets of made-up values of which each seed has its own. */
const maxDrawn = 3

/**
 * Probes of the body of an operation: valid values at the edges of its schema, and single faults.
 *
 * @param seed chooses further values, which no bound names
 */
export function* bodyCases(contract: Contract, operation: Operation, seed?: number): Generator<ProbeCase> {
  const content = bodyOf(operation)
  const pointer = content && operation.requestBody.get(content.mediaType)
  if (!content || pointer === undefined) return
  const isRequired = nodeAt(contract.document, below(operation.pointer, 'requestBody'))?.required === true
  const type = concreteType(content.mediaType)
  const others = operation.contents.filter((one) => one !== content)
  if (isRequired) yield { kind: 'invalid', what: 'a request without a body', place: 'body', change: withoutBody }
  const isForm = /^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(type)
  if (!isForm && !isJson(parseMediaType(type))) return
  const schemas = schemasOf(contract.document, { side: 'request' })
  const schema = { $ref: `#${encodeURI(below(pointer, 'schema'))}` }
  const { value: sample } = sampleOf(schema, { schemas })
  const { value: minimal } = sampleOf(schema, { schemas, size: 'minimal' })
  for (const edge of edgesOf(schema, { schemas, max: maxEdges }))
    if (!isForm || isOfForm(edge)) yield* casesOfEdge(edge)
  for (const edge of seed === undefined ? [] : drawn(seed)) if (!isForm || isOfForm(edge)) yield* casesOfEdge(edge)
  if (isForm) return
  for (let variant = quotedVariants; variant < countVariants(operation); variant++)
    yield {
      kind: 'valid',
      what: `a body with the ${variant === quotedVariants ? 'first' : 'second'} values that its descriptions quote`,
      place: 'body',
      change: (input) =>
        withBody(input, content, withQuoted(operation, content, bodyValueOf(input), variant - quotedVariants)),
    }
  yield {
    kind: 'invalid',
    what: 'a body that is no JSON',
    place: 'syntax',
    change: (input) => ({ ...input, body: '{"' }),
  }
  // Some servers replace such bytes, and no document forbids that.
  yield {
    kind: 'unnamed',
    what: 'a body of bytes that are no UTF-8',
    place: 'syntax',
    change: (input) => ({ ...input, body: noText }),
  }
  const plain = { 'content-type': 'text/plain' }
  yield {
    kind: 'media type',
    what: 'the same body as text/plain',
    place: 'body',
    change: (input) => ({ ...input, headers: { ...input.headers, ...plain } }),
  }
  for (const other of others)
    if (/x-www-form-urlencoded|\+json|\/json/.test(other.mediaType))
      yield {
        kind: 'valid',
        what: `a body of ${other.mediaType}`,
        place: 'media type',
        change: (input) => withBody(input, other, bodyValueOf(input)),
      }

  function* drawn(seed: number): Generator<Edge> {
    for (let index = seed * maxDrawn; isMapping(sample) && index < (seed + 1) * maxDrawn; index++) {
      const made = sampleOf(schema, { schemas, index, usesExamples: false }).value
      for (const [name, member] of Object.entries(Object(made))) {
        const value = { ...sample, [name]: member }
        const valid = schemas.accepts(schema, value)
        if (valid) yield { value, place: below('', name), keyword: 'type', what: 'a made-up value', valid }
      }
    }
  }

  /** A form has texts alone: what is no text, or may be read as another type, cannot be sent in one. */
  function isOfForm({ value, place, valid }: Edge): boolean {
    if (!isMapping(value) || (place !== '' && namesIn(place).length !== 1)) return false
    const fields = Object.entries(value)
    if (fields.some(([, field]) => !isScalar(field) || field === '')) return false
    const merged = mergeParts(schema, schemas)
    const read = fields.map(([name, field]) => {
      const [member] = schemasOfMember(merged, name)
      const readings = readingsOf(String(field))
      return [name, member === undefined ? field : (readings.find((one) => schemas.accepts(member, one)) ?? field)]
    })
    return valid || !schemas.accepts(schema, Object.fromEntries(read))
  }

  function isReadOnly(place: string): boolean {
    let node = mergeParts(schema, schemas)
    return namesIn(place).some((name) => {
      const [member = node.items] = schemasOfMember(node, name)
      node = mergeParts(member ?? {}, schemas)
      return node.readOnly === true
    })
  }

  function isOfSeveralBranches({ keyword, parentSchema: { oneOf }, data }: SchemaError): boolean {
    return keyword === 'oneOf' && [oneOf].flat().filter((branch) => schemas.accepts(branch, data)).length > 1
  }

  function* casesOfEdge({ value, place, keyword, what, valid }: Edge): Generator<ProbeCase> {
    // A server ignores what only it may set.
    if (isUnsure(keyword, what, valid) || isReadOnly(place)) return
    // Its length is right, so that it breaks a format.
    if (!valid && /^(of )?\d+ characters/.test(what)) return
    // What two branches of oneOf accept is what most documents mean, and not what they say.
    if (!valid && schemas.errors(schema, value, 100).some(isOfSeveralBranches)) return
    // There it removes a member (RFC 7396).
    if (what === 'null' && place !== '' && type.startsWith('application/merge-patch+json')) return
    const at = valueAt(value, place)
    const ofWhole = /^(with|of|shorter|longer)/.test(what) ? what : `that is ${what}`
    const words = `a body ${place === '' ? ofWhole : `with ${printJson(at)?.slice(0, 60)} at ${place}`}${place !== '' && !valid ? ` (${what})` : ''}`
    const whole = (own: unknown) => rebased(value, sample, own)
    const isMember = valid && place !== '' && !isMapping(at)
    const [name = ''] = namesIn(place)
    const isOptional = (one: string) => one !== name && isMapping(minimal) && !Object.hasOwn(minimal, one)
    const parts = isMapping(value) ? Object.keys({ ...Object(sample), ...value }).filter(isOptional) : []
    const shown = printJson(at)?.slice(0, 60)
    const probe: ProbeCase = {
      kind: valid ? 'valid' : 'invalid',
      what: words,
      place: place === '' ? `body ${what}` : place,
      fault: words,
      ...kindOf(keyword, what),
      ...(shown !== undefined && { value: shown }),
      change: (input) => (content ? withBody(input, content, whole(bodyValueOf(input))) : input),
      ...(isMember && { member: { at: place, value: at } }),
      ...(parts.length > 0 && name !== '' && { parts }),
    }
    yield probe
    // What a server checks may depend on what else is there.
    if (valid || !isMapping(value) || parts.every((part) => !Object.hasOwn(value, part))) return
    const alone = Object.fromEntries(Object.entries(value).filter(([one]) => !parts.includes(one)))
    if (schemas.accepts(schema, alone)) return
    const least = (input: AttemptInput) => withoutParts(operation, probe, input, parts)
    yield { ...probe, what: `${words}, and no member that may be left out`, place, change: least, parts: [] }
  }
}

/** Edges that many servers read as a valid value, or that servers count in another way: they show no fault for sure. */
function isUnsure(keyword: string, what: string, valid: boolean): boolean {
  if (valid) return what === 'the value inside an object'
  if (keyword === 'type') return !otherTypes.has(what)
  // A double cannot tell the bounds of longer integers from their neighbours.
  if (keyword === 'format') return !/^beyond u?int(8|16|32)$/.test(what)
  return / of two units|control character|space at the|number as text/.test(what)
}

function kindOf(keyword: string, what: string): Pick<Probe, 'kindOfFault'> {
  if (/^(null|a list of null|with null at the end)$/.test(what)) return { kindOfFault: 'null' }
  return keyword === 'type' ? { kindOfFault: 'another type' } : {}
}

/** An edge of a sample, put into a body of the run: what the edge has of the sample is taken from that body. */
function rebased(edge: unknown, sample: unknown, own: unknown): unknown {
  if (isDeepStrictEqual(edge, sample)) return own
  if (!isMapping(edge) || !isMapping(sample) || !isMapping(own)) return edge
  const entries = Object.entries(edge).flatMap(([name, value]): [string, unknown][] => {
    if (!Object.hasOwn(sample, name)) return [[name, value]]
    if (Object.hasOwn(own, name)) return [[name, rebased(value, sample[name], own[name])]]
    return isDeepStrictEqual(value, sample[name]) ? [] : [[name, value]]
  })
  return Object.fromEntries(entries)
}

export const withoutCredential: ProbeCase = {
  kind: 'stranger',
  what: 'a request without a credential',
  place: 'credential',
  change: (input) => ({ ...input, as: null }),
}

function withoutBody({ body: _, ...input }: AttemptInput): AttemptInput {
  return { ...input, headers: { ...input.headers, 'content-type': undefined } }
}

/** Probes of the parameters of an operation: optional ones sent, required ones left out, values at the edges of their schemas. */
export function* parameterCases({ document }: Contract, operation: Operation): Generator<ProbeCase> {
  const schemas = schemasOf(document, { side: 'request' })
  for (const parameter of sentParameters(operation)) {
    const { name, in: place, pointer, node } = parameter
    const schema = nodeAt(document, below(pointer, 'schema'))
    const at = `${place} ${name}`
    if (parameter.required && place !== 'path') {
      const change = (input: AttemptInput) => withParameter(input, parameter, undefined)
      yield { kind: 'invalid', what: `a request without ${at}`, place: at, change }
    }
    if (!schema || (node.style !== undefined && node.style !== 'form' && node.style !== 'simple')) continue
    const known = new Set<string>()
    const hint = { schemas, max: maxOfParameter * 3, hint: name }
    const isList = place === 'query' && typeOf(mergeParts(schema, schemas)) === 'array'
    for (const { value, keyword, what, valid } of edgesOf({ $ref: `#${encodeURI(below(pointer, 'schema'))}` }, hint)) {
      if (known.size >= maxOfParameter) break
      const isSent = isList ? Array.isArray(value) && value.length > 0 && value.every(isScalar) : isScalar(value)
      if (!isSent || isUnsure(keyword, what, valid)) continue
      const texts = [value].flat().map(String)
      const text = texts.join(',')
      // An empty parameter may be an absent one, and headers and paths cannot say every text.
      if (texts.includes('') || known.has(text) || (isList && /[,|\s]/.test(texts.join('')))) continue
      if ((place === 'header' || place === 'cookie') && !/^[!-+\--:<-~]+$/.test(text)) continue
      if (place === 'path' && /^\.+$/.test(text)) continue
      known.add(text)
      const readings = isList ? [texts, texts.map(Number)] : readingsOf(text)
      const taken = readings.filter((one) => schemas.accepts(schema, one))
      const isValid = taken.length > 0
      // Many servers read 1 or TRUE as a boolean, others refuse it.
      const isLoose = isValid && taken.every((one) => typeof one === 'boolean' && String(one) !== text)
      if (isLoose || (!isValid && valid)) continue
      yield {
        kind: isValid ? (place === 'path' ? 'unnamed' : 'valid') : 'invalid',
        what: `${at} = ${text.slice(0, 60)}`,
        place: at,
        fault: '',
        ...(keyword === 'type' && { kindOfFault: 'a parameter of another type' }),
        value: text.slice(0, 60),
        change: (input) => withParameter(input, parameter, isList ? texts : text),
      }
    }
  }
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object'
}

/** The values that a text may mean. */
function readingsOf(text: string): unknown[] {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return [
    text,
    ...(Number.isNaN(number) ? [] : [number]),
    ...(/^(true|false|0|1)$/i.test(text) ? [text.toLowerCase() === 'true'] : []),
    ...(text === 'null' ? [null] : []),
    [text],
    ...(Number.isNaN(number) ? [] : [[number]]),
  ]
}

/** @param value undefined leaves the parameter out */
export function withParameter(input: AttemptInput, { name, in: place }: Parameter, value: unknown): AttemptInput {
  const text = value === undefined ? undefined : String(value)
  if (place === 'header') return { ...input, headers: { ...input.headers, [name.toLowerCase()]: text } }
  if (place === 'cookie') {
    const others = (input.headers?.cookie ?? '').split('; ').filter((one) => one !== '' && !one.startsWith(`${name}=`))
    const cookie = [...others, ...(text === undefined ? [] : [`${name}=${text}`])].join('; ') || undefined
    return { ...input, headers: { ...input.headers, cookie } }
  }
  const part = place === 'path' ? 'path' : 'query'
  return { ...input, [part]: { ...input[part], [name]: value } }
}

/** Media types of the documented successes. */
export function successTypes({ document }: Contract, { responses }: Operation): string[] {
  const successes = [...responses].filter(([status]) => status.startsWith('2'))
  return successes.flatMap(([, pointer]) => [...mediaTypesAt(document, pointer).keys()])
}
