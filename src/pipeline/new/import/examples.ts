import { sample } from 'openapi-sampler'
import { below, isObject, nodeAt, refOf } from '../../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../../contract/media-type.ts'
import { compileSchemas } from '../../../contract/schema-validator.ts'
import { ImportError } from './import-error.ts'
import { mapping, operationsIn } from './names.ts'
import type { LeftOut } from './normalize.ts'
import type { Node } from './walk.ts'

/** Marks a value that the document does not show. */
interface Assumption {
  'x-assumption': string
  'x-gaps': string[]
}

/**
 * Gives an example to each body, and to each parameter that a call needs: the document's own, or one that is generated from the schema and
 * marked as an assumption. The schema must accept it.
 */
export function setExamples(document: Node, gap: string, left: LeftOut): void {
  const schemas = compileSchemas(document)
  const accepts = (pointer: string, value: unknown): boolean => {
    try {
      return schemas.accepts(pointer, value)
    } catch (error) {
      throw new ImportError(`The schema at ${pointer} cannot be compiled: ${(error as Error).message}`)
    }
  }
  const assumption: Assumption = {
    'x-assumption': 'Made from the schema, because the document shows no example.',
    'x-gaps': [gap],
  }
  const seen = new Set<Node>()

  for (const { path, item, node, method } of operationsIn(document)) {
    const at = below('/paths', path, method)
    setParameters(below('/paths', path), item)
    setParameters(at, node)
    setBody(below(at, 'requestBody'), 'request')
    for (const status of Object.keys(mapping(node.responses))) setBody(below(at, 'responses', status), 'response')
  }

  function setParameters(at: string, { parameters }: Node): void {
    for (const index of Array.isArray(parameters) ? parameters.keys() : []) {
      const pointer = followed(below(at, 'parameters', index))
      const parameter = nodeAt(document, pointer) as Node | undefined
      if (!parameter || seen.has(parameter)) continue
      seen.add(parameter)
      const schema = below(pointer, 'schema')
      dropUnfit(parameter, schema, `parameter ${parameter.name}`)
      const isShown = parameter.example !== undefined || isObject(parameter.examples)
      if (isShown || parameter.required !== true || !isObject(parameter.schema)) continue
      const value = valueOfParameter(String(parameter.name), schema)
      if (value !== undefined) parameter.examples = { generated: { value, ...assumption } }
    }
  }

  function valueOfParameter(name: string, schema: string): unknown {
    const words = name
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .toLowerCase()
    const plain = [`${words}-1`, 1, '1'].find((value) => isRightType(schema, value) && accepts(schema, value))
    return plain ?? made(schema, {})
  }

  /** A schema without a type accepts anything; a path or a query can carry text. */
  function isRightType(schema: string, value: unknown): boolean {
    const types = [nodeAt(document, followed(schema))?.type].flat()
    return types[0] === undefined
      ? typeof value === 'string'
      : typeof value === 'string'
        ? types.includes('string')
        : !types.includes('string')
  }

  function setBody(at: string, of: 'request' | 'response'): void {
    const pointer = followed(at)
    const content = mapping(nodeAt(document, pointer)?.content)
    if (seen.has(content)) return
    seen.add(content)
    // The mock answers in the first media type, unless a caller prefers another.
    const sorted = Object.entries(content).sort(
      ([one], [other]) => Number(isJson(parseMediaType(other))) - Number(isJson(parseMediaType(one))),
    )
    for (const name of Object.keys(content)) delete content[name]
    Object.assign(content, Object.fromEntries(sorted))
    for (const [mediaType, value] of Object.entries(content)) {
      const media = mapping(value)
      const schema = below(pointer, 'content', mediaType, 'schema')
      if (media.example !== undefined) {
        media.examples = { ...mapping(media.examples), default: { value: media.example } }
        delete media.example
      }
      dropUnfit(media, schema, `${of} body ${mediaType} at ${pointer}`)
      if (isObject(media.examples) || !isObject(media.schema) || !isReadable(mediaType)) continue
      const sampled = made(schema, of === 'request' ? { skipReadOnly: true } : { skipWriteOnly: true })
      // A created record gets new names, so that it does not conflict with an existing one.
      const telling = withNames(sampled, of === 'request' ? 'new ' : '')
      const example = accepts(schema, telling) ? telling : sampled
      if (example !== undefined) media.examples = { generated: { value: example, ...assumption } }
      else left.push(`an example for ${pointer}: none could be made that the schema accepts`)
    }
  }

  /** A value that the schema accepts; undefined if none is found. */
  function made(schema: string, options: { skipReadOnly?: boolean; skipWriteOnly?: boolean }): unknown {
    const node = nodeAt(document, schema) ?? {}
    for (const more of [options, { ...options, skipNonRequired: true }, {}, { skipNonRequired: true }]) {
      const value = sampled(node, more)
      if (value === undefined) continue
      const found = [value, completed(schema, value)].find((one) => accepts(schema, one))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Adds the properties that a schema requires without saying what they are. */
  function completed(schema: string, value: unknown): unknown {
    const copy = structuredClone(value)
    for (const { keyword, data, params } of schemas.errors(schema, copy)) {
      if (keyword === 'required') Object.assign(data as object, { [params.missingProperty]: null })
    }
    return copy
  }

  function sampled(schema: object, options: object): unknown {
    try {
      return sample(schema, { quiet: true, ...options }, document)
    } catch {
      return undefined
    }
  }

  /** Otherwise the mock would answer with an example that breaks its own contract. */
  function dropUnfit(node: Node, schema: string, what: string): void {
    if (!nodeAt(document, schema)) return
    for (const [name, example] of Object.entries(mapping(node.examples))) {
      const { value } = mapping(example)
      if (value !== undefined && accepts(schema, value)) continue
      left.push(
        `example ${name} of ${what}: ${value === undefined ? 'its value is elsewhere' : 'its schema refuses it'}`,
      )
      delete mapping(node.examples)[name]
    }
    if (Object.keys(mapping(node.examples)).length === 0) delete node.examples
    if (node.example === undefined || accepts(schema, node.example)) return
    left.push(`the example of ${what}: its schema refuses it`)
    delete node.example
  }

  function followed(pointer: string): string {
    let at = pointer
    for (let ref = refOf(document, at); ref !== undefined; ref = refOf(document, at)) at = ref
    return at
  }
}

/** Replaces the text `string` by the name of its member. */
function withNames(value: unknown, prefix: string, name = 'text'): unknown {
  if (value === 'string') return prefix + name
  if (Array.isArray(value)) return value.map((one) => withNames(one, prefix, name))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withNames(member, prefix, key)]))
}

/** Values of other media types cannot be written from a schema. */
function isReadable(mediaType: string): boolean {
  const type = parseMediaType(mediaType)
  return isJson(type) || type === 'application/x-www-form-urlencoded' || type?.startsWith('text/') === true
}
