import { pointerIn, valueAt } from '../../src/contract/json-pointer.ts'
import type { OpenApiDocument } from '../generate/bundle.ts'

type Node = Record<string, unknown>

/** What goes over the wire, by operation: `GET /orders/{}`. Two documents of equal form are the same to every caller. */
export type WireForm = ReadonlyMap<string, Node>

/** Says something to a reader, and nothing to a caller. */
const prose = [
  'description',
  'summary',
  'title',
  'tags',
  'externalDocs',
  'example',
  'examples',
  'x-excludes',
  'x-requires',
]
const provenance = ['x-rules', 'x-gaps', 'x-assumption', 'x-not-secret']
// Told by an operation of its own.
const told = ['x-list-verb']
const silent = new Set([...prose, ...provenance, ...told])

/** Under these keys stand names, which may be spelt like a key of the above. */
const maps = new Set([
  ...['properties', 'patternProperties', '$defs', 'dependentSchemas'],
  ...['responses', 'headers', 'content', 'encoding', 'links', 'variables', 'scopes'],
])
const values = new Set(['enum', 'const', 'default'])
const sets = new Set(['enum', 'required', 'type'])

const notOperations = new Set(['parameters', 'servers', 'summary', 'description', '$ref'])

/** Takes every key of a path item that can be one for an operation, so that no verb is lost, be it one that OpenAPI has or not. */
export function wireForm(document: OpenApiDocument): WireForm {
  const form = new Map<string, Node>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [key, value] of Object.entries(item)) {
      if (notOperations.has(key) || key.startsWith('x-')) continue
      const operation = value as Node
      const node = projectOperation(operation, path, document)
      for (const verb of operation['x-list-verb'] === true ? [key, 'list'] : [key]) {
        const name = `${verb.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`
        // Templates that differ in nothing but their names are told apart by these.
        form.set(form.has(name) ? `${verb.toUpperCase()} ${path}` : name, node)
      }
    }
  }
  return form
}

function projectOperation(operation: Node, path: string, document: OpenApiDocument): Node {
  const item = document.paths[path] ?? {}
  const project = projector(document)
  const declared = [...(item.parameters ?? []), ...((operation.parameters as unknown[] | undefined) ?? [])]
  const parameters = declared.map((parameter) => {
    const { name, in: place, ...rest } = project(parameter) as { name: string; in: string }
    return [parameterKey(place, name, path), rest] as const
  })
  const schemes = Object(document.components).securitySchemes
  return {
    ...(project({ ...operation, parameters: undefined }) as Node),
    // What an operation declares comes last, and so wins over its path's.
    parameters: Object.fromEntries(parameters),
    servers: project(operation.servers ?? item.servers ?? document.servers),
    security: [operation.security ?? document.security ?? []]
      .flat()
      .map((requirement) =>
        Object.fromEntries(
          Object.entries(Object(requirement)).map(([name, scopes]) => [
            name,
            { scopes, ...Object(project(Object(schemes)[name])) },
          ]),
        ),
      ),
  }
}

/** A path parameter's name is not on the wire, its place is; a header's name is the same in any case. */
function parameterKey(place: string, name: string, path: string): string {
  if (place === 'path') return `path ${[...path.matchAll(/\{([^}]+)\}/g)].findIndex(([, found]) => found === name) + 1}`
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`
}

function projector(document: OpenApiDocument): (node: unknown) => unknown {
  return (node) => project(node, false, [])

  function project(node: unknown, named: boolean, within: readonly string[]): unknown {
    if (Array.isArray(node)) return node.map((entry) => project(entry, false, within))
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as { $ref?: unknown }
    if (typeof $ref === 'string' && !named) {
      // A schema that holds itself is the same as far as it has been looked at.
      if (within.includes($ref)) return { recursion: within.length - within.indexOf($ref) }
      const { $ref: _, ...beside } = node as Node
      const target = project(valueAt(document, pointerIn($ref)), false, [...within, $ref])
      return { ...Object(target), ...Object(project(beside, false, within)) }
    }
    const kept = Object.entries(node).filter(([key]) => named || !silent.has(key))
    return Object.fromEntries(
      kept.map(([key, value]) => [key, named ? project(value, false, within) : projectMember(key, value, within)]),
    )
  }

  function projectMember(key: string, value: unknown, within: readonly string[]): unknown {
    if (sets.has(key) && Array.isArray(value)) return value.toSorted()
    if (values.has(key)) return value
    return project(value, maps.has(key), within)
  }
}
