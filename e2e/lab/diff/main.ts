import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readDocument } from '../../../src/contract/published/read-document.ts'
import type { Change } from '../../../src/pipeline/diff/change-list.ts'
import { compareDocuments } from '../../../src/pipeline/diff/compare-documents.ts'
import { listDocuments, sampleBySeed } from '../published/documents.ts'

// node scripts/e2e/main.ts lab/diff/main.ts [--pairs 50] [--seed 1] [--list]
// Compares published documents with themselves in other words, and with one planted break each. Ends with 1 if a rewording is a change,
// or a break is not found by its ID.

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    list: { type: 'boolean' },
  },
})

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const methods = ['get', 'put', 'post', 'delete', 'patch']

function operationsOf(document: Node): { path: Node; operation: Node }[] {
  const items = Object.values(Object(document.paths)).filter(isNode)
  return items.flatMap((path) =>
    methods.flatMap((method) => (isNode(path[method]) ? [{ path, operation: path[method] }] : [])),
  )
}

function follow(document: Node, node: unknown): Node {
  const ref = Object(node).$ref
  if (typeof ref !== 'string') return Object(node)
  const names = ref
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
  return follow(
    document,
    names.reduce<unknown>((at, name) => Object(at)[name], document),
  )
}

/** The objects with a schema: parameters, media types, headers. */
function schemaHolders(document: Node): { holder: Node; side: 'request' | 'response' }[] {
  return operationsOf(document).flatMap(({ path, operation }) => {
    const parameters = [path.parameters, operation.parameters].flat().map((one) => follow(document, one))
    const body = Object.values(Object(follow(document, operation.requestBody).content)).filter(isNode)
    const [, success] = Object.entries(Object(operation.responses)).find(([status]) => /^2/.test(status)) ?? []
    const answers = Object.values(Object(follow(document, success).content)).filter(isNode)
    return [
      ...[...parameters, ...body].map((holder) => ({ holder, side: 'request' as const })),
      ...answers.map((holder) => ({ holder, side: 'response' as const })),
    ].filter(({ holder }) => isNode(holder.schema))
  })
}

/** Every inline schema of messages, the outer ones first. */
function schemasOf(document: Node, side?: 'request' | 'response'): Node[] {
  const found: Node[] = []
  const seen = new Set<Node>()
  const walk = (schema: unknown, depth: number) => {
    if (!isNode(schema) || depth > 5 || seen.has(schema)) return
    seen.add(schema)
    if (typeof schema.$ref === 'string') return walk(follow(document, schema), depth + 1)
    found.push(schema)
    for (const member of [...Object.values(Object(schema.properties)), schema.items]) walk(member, depth + 1)
  }
  for (const one of schemaHolders(document)) if (side === undefined || one.side === side) walk(one.holder.schema, 0)
  return found
}

/** Changes a copy in place. False if the document has no place for it. */
type Edit = (document: Node) => boolean

function each(list: readonly Node[], change: (node: Node) => boolean): boolean {
  return [...new Set(list)].map(change).some(Boolean)
}

function replace(schema: Node, by: Node): boolean {
  for (const key of Object.keys(schema)) delete schema[key]
  Object.assign(schema, by)
  return true
}

const rewordings: Record<string, Edit> = {
  'references become inline': (document) =>
    each(
      schemaHolders(document).map(({ holder }) => holder),
      (holder) => {
        if (typeof Object(holder.schema).$ref !== 'string') return false
        holder.schema = structuredClone(follow(document, holder.schema))
        return true
      },
    ),
  'inline schemas become components': (document) => {
    document.components ??= {}
    const components = document.components as Node
    components.schemas ??= {}
    const schemas = components.schemas as Node
    let count = 0
    return each(
      schemaHolders(document).map(({ holder }) => holder),
      (holder) => {
        if (typeof Object(holder.schema).$ref === 'string') return false
        count += 1
        schemas[`Moved${count}`] = holder.schema
        holder.schema = { $ref: `#/components/schemas/Moved${count}` }
        return true
      },
    )
  },
  'objects are split by allOf': (document) =>
    each(schemasOf(document), (schema) => {
      const [first, ...others] = Object.entries(Object(schema.properties))
      if (!first || others.length === 0 || schema.additionalProperties !== undefined || schema.allOf) return false
      const { properties: _, ...rest } = schema
      return replace(schema, {
        allOf: [{ ...rest, properties: Object.fromEntries([first]) }, { properties: Object.fromEntries(others) }],
      })
    }),
  'schemas stand in an allOf of one': (document) =>
    each(
      schemaHolders(document).map(({ holder }) => holder),
      (holder) => {
        holder.schema = { allOf: [holder.schema] }
        return true
      },
    ),
  'types that may be null become branches of 3.1': (document) => {
    document.openapi = '3.1.0'
    return each(schemasOf(document), (schema) => {
      if (schema.nullable !== true || typeof schema.type !== 'string' || schema.enum) return false
      const { nullable: _, ...rest } = schema
      return replace(schema, { oneOf: [rest, { type: 'null' }] })
    })
  },
  'defaults of OpenAPI are written down': (document) =>
    each(schemasOf(document), (schema) => {
      if (schema.type === 'string') schema.minLength ??= 0
      if (schema.type === 'array')
        Object.assign(schema, { minItems: schema.minItems ?? 0, uniqueItems: schema.uniqueItems ?? false })
      if (schema.type === 'object' && schema.properties) schema.additionalProperties ??= true
      return true
    }),
  'parameters move to their operations': (document) =>
    each(Object.values(Object(document.paths)).filter(isNode), (path) => {
      const { parameters } = path
      if (!Array.isArray(parameters) || parameters.length === 0) return false
      delete path.parameters
      for (const method of methods)
        if (isNode(path[method]))
          path[method].parameters = [...((path[method].parameters as unknown[]) ?? []), ...parameters]
      return true
    }),
  'all is in another order': (document) => {
    const turn = (map: unknown) => Object.fromEntries(Object.entries(Object(map)).reverse())
    document.paths = turn(document.paths)
    return each(schemasOf(document), (schema) => {
      if (schema.properties) schema.properties = turn(schema.properties)
      for (const key of ['required', 'enum']) if (Array.isArray(schema[key])) schema[key] = schema[key].toReversed()
      return true
    })
  },
  'path parameters have other names': (document) => {
    let count = 0
    document.paths = Object.fromEntries(
      Object.entries(Object(document.paths)).map(([path, item]) => {
        const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
        const lists = [Object(item), ...methods.map((method) => Object(Object(item)[method]))].map(
          ({ parameters }) => parameters,
        )
        if (names.length === 0 || lists.flat().some((one) => Object(one).$ref)) return [path, item]
        count += 1
        for (const one of lists.flat()) if (Object(one).in === 'path') Object(one).name = `${Object(one).name}X`
        return [path.replaceAll(/\{([^{}]+)\}/g, '{$1X}'), item]
      }),
    )
    return count > 0
  },
  'constants and enumerations change places': (document) => {
    document.openapi = '3.1.0'
    return each(schemasOf(document), (schema) => {
      if (!Array.isArray(schema.enum) || schema.enum.length !== 1 || schema.nullable) return false
      const [value] = schema.enum
      delete schema.enum
      schema.const = value
      return true
    })
  },
}

/** Plants one break. */
const first = (list: readonly Node[], change: (node: Node) => boolean): boolean => list.some(change)
const breaks: Record<string, Edit> = {
  'operation-removed': (document) =>
    first(Object.values(Object(document.paths)).filter(isNode), (path) =>
      methods.some((method) => isNode(path[method]) && delete path[method]),
    ),
  'parameter-required': (document) =>
    first(
      operationsOf(document).map(({ operation }) => operation),
      (operation) => {
        operation.parameters = [
          ...((operation.parameters as unknown[]) ?? []),
          { name: 'planted', in: 'query', required: true, schema: { type: 'string' } },
        ]
        return true
      },
    ),
  'response-status-removed': (document) =>
    first(
      operationsOf(document).map(({ operation }) => Object(operation.responses)),
      (responses) => {
        const status = Object.keys(responses).find((one) => /^2\d\d$/.test(one))
        if (status === undefined || Object.keys(responses).some((one) => /default|XX/i.test(one))) return false
        responses[299] = responses[status]
        return delete responses[status]
      },
    ),
  'request-media-type-removed': (document) =>
    first(
      operationsOf(document).map(({ operation }) => follow(document, operation.requestBody)),
      ({ content }) => {
        const [type] = Object.keys(Object(content))
        if (type === undefined || type.includes('*') || Object.keys(Object(content)).some((one) => one.includes('*')))
          return false
        Object(content)['application/planted'] = Object(content)[type]
        return delete Object(content)[type]
      },
    ),
  'request-member-required': (document) =>
    first(schemasOf(document, 'request'), (schema) => {
      const name = Object.keys(Object(schema.properties)).find(
        (one) =>
          !((schema.required as string[]) ?? []).includes(one) &&
          !Object(Object(schema.properties)[one]).readOnly &&
          Object(Object(schema.properties)[one]).type,
      )
      if (name === undefined || schema.allOf) return false
      schema.required = [...((schema.required as string[]) ?? []), name]
      return true
    }),
  'request-enum-narrowed': (document) =>
    first(
      schemasOf(document, 'request'),
      (schema) =>
        Array.isArray(schema.enum) &&
        schema.enum.length > 2 &&
        !schema.readOnly &&
        schema.type === 'string' &&
        schema.enum.pop() !== undefined,
    ),
  'response-enum-widened': (document) =>
    first(
      schemasOf(document, 'response'),
      (schema) =>
        Array.isArray(schema.enum) && schema.type === 'string' && !schema.writeOnly && schema.enum.push('planted') > 0,
    ),
  'request-length-narrowed': (document) =>
    first(schemasOf(document, 'request'), (schema) => {
      if (
        schema.type !== 'string' ||
        schema.enum ||
        schema.format ||
        schema.pattern ||
        schema.maxLength !== undefined ||
        schema.readOnly
      )
        return false
      schema.maxLength = 3
      return true
    }),
  'request-range-narrowed': (document) =>
    first(schemasOf(document, 'request'), (schema) => {
      if (schema.type !== 'integer' || schema.enum || schema.maximum !== undefined || schema.readOnly) return false
      schema.maximum = (typeof schema.minimum === 'number' ? schema.minimum : 0) + 1000
      return true
    }),
  'response-type-widened': (document) =>
    first(schemasOf(document, 'response'), (schema) => {
      if (schema.type !== 'integer' || schema.enum || schema.writeOnly) return false
      schema.type = 'string'
      for (const key of Object.keys(schema))
        if (/minimum|maximum|multipleOf|format|default|example/i.test(key)) delete schema[key]
      return true
    }),
}

const { folder, files } = listDocuments()
const small = files.filter((file) => statSync(join(folder, file)).size < 400_000)
const scratch = mkdtempSync(join(tmpdir(), 'diff-'))
const count = Number(values.pairs)
const failures: string[] = []
let [places, undecided] = [0, 0]

async function compare(before: Node, now: Node): Promise<Change[]> {
  const [old, present] = await Promise.all(
    [before, now].map((document, index) => {
      const file = join(scratch, `${index}.json`)
      writeFileSync(file, JSON.stringify(document))
      return readDocument(file)
    }),
  )
  if (!old || !present) throw new Error('two documents')
  return compareDocuments(old, present)
}

async function run(
  title: string,
  edits: Record<string, Edit>,
  judge: (name: string, changes: Change[]) => string | undefined,
): Promise<void> {
  const queue = sampleBySeed(small, small.length, Number(values.seed))
  let done = 0
  for (const file of queue) {
    const [name = '', edit] = Object.entries(edits)[done % Object.keys(edits).length] ?? []
    if (done === count || !edit) break
    const before: Node = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    const now = structuredClone(before)
    if (!String(before.openapi).startsWith('3.0') || !edit(now)) continue
    done += 1
    const changes = await compare(before, now)
    places += changes.length
    undecided += changes.filter(({ level }) => level === 'undecided').length
    const fault = judge(name, changes)
    if (fault !== undefined) failures.push(`${file}, ${name}: ${fault}`)
    if (values.list) console.log(`${fault === undefined ? 'right' : 'WRONG'}  ${name}  ${file}`)
  }
  console.log(`${title}: ${done - failures.length} of ${done}`)
}

const describe = ({ id, place, detail, exchange = '' }: Change) => `${id} ${place} ${detail} ${exchange}`.slice(0, 220)
await run('said in other words, no change', rewordings, (_, changes) => {
  const wrong = changes.filter(({ level }) => level !== 'source-breaking')
  return wrong.length === 0 ? undefined : wrong.slice(0, 3).map(describe).join('; ')
})
const rewordingFailures = failures.splice(0)
await run('one planted break, found by its ID', breaks, (name, changes) => {
  const found = changes.filter(({ level }) => level === 'breaking')
  return found.some(({ id }) => id === name)
    ? undefined
    : `${changes.length} changes: ${changes.slice(0, 3).map(describe).join('; ')}`
})
failures.push(...rewordingFailures)
for (const failure of failures) console.log(failure)
console.log(`undecided: ${undecided} of ${places} changed places`)
process.exitCode = failures.length > 0 ? 1 : 0
