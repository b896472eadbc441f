import { type DocumentNode, pointerIn, valueAt } from '../../contract/json-pointer.ts'
import type { OpenApiDocument } from '../generate/bundle.ts'

/** What goes over the wire, by operation: `GET /orders/{}`. Callers cannot tell two documents of equal form apart. */
export type WireForm = ReadonlyMap<string, DocumentNode>

/** Keywords that inform a reader and mean nothing on the wire. */
const prose = [
  'description',
  'summary',
  'title',
  'tags',
  'externalDocs',
  'example',
  'examples',
  'links',
  'x-excludes',
  'x-requires',
]
const provenance = ['x-rules', 'x-gaps', 'x-assumption', 'x-not-secret']
// The form has a separate operation for it.
const separate = ['x-list-verb', 'x-also-accepts']
const silent = new Set([...prose, ...provenance, ...separate])

/** The members of these keys are names, which may be spelt like a keyword above. */
const maps = new Set([
  ...['properties', 'patternProperties', '$defs', 'dependentSchemas'],
  ...['responses', 'headers', 'content', 'encoding', 'variables', 'scopes'],
])
const values = new Set(['enum', 'const', 'default'])
const sets = new Set(['enum', 'required', 'type'])

const notOperations = new Set(['parameters', 'servers', 'summary', 'description', '$ref'])

/** Takes every key of a path item that can hold an operation, so that verbs which OpenAPI does not have are compared too. */
export function wireForm(document: OpenApiDocument): WireForm {
  const form = new Map<string, DocumentNode>()
  const operations = Object.values(document.paths).flatMap((item) => Object.values(Object(item)))
  const byId = Map.groupBy(operations, (operation) => Object(operation).operationId)
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [key, value] of Object.entries(item)) {
      if (notOperations.has(key) || key.startsWith('x-')) continue
      const operation = value as DocumentNode
      const { operationId: given } = operation
      const isOwn = typeof given === 'string' && byId.get(given)?.length === 1
      // The ID that its derived rules have, which is not sent.
      const operationId = isOwn ? given : `${key.toUpperCase()}:${path}`
      const node = { ...projectOperation(operation, path, document), operationId }
      const others = (operation['x-also-accepts'] ?? []) as string[]
      for (const verb of [key, ...(operation['x-list-verb'] === true ? ['list'] : []), ...others]) {
        const name = `${verb.toUpperCase()} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`
        // Some templates differ only in the names of their parameters.
        form.set(form.has(name) ? `${verb.toUpperCase()} ${path}` : name, node)
      }
    }
  }
  return form
}

function projectOperation(operation: DocumentNode, path: string, document: OpenApiDocument): DocumentNode {
  const item = document.paths[path] ?? {}
  const project = projector(document)
  const declared = [...(item.parameters ?? []), ...((operation.parameters as unknown[] | undefined) ?? [])]
  const parameters = declared.map((parameter) => {
    const { name, in: place, ...rest } = project(parameter) as { name: string; in: string }
    return [parameterKey(place, name, path), rest] as const
  })
  const schemes = Object(document.components).securitySchemes
  return {
    ...(project({ ...operation, parameters: undefined }) as DocumentNode),
    // A parameter of the operation replaces the path's parameter of the same name, so it comes last.
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

/** A path parameter is known by its position, since its name is not sent. The case of a header's name does not matter. */
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
      // A schema that contains itself is compared once, and then by its distance from itself.
      if (within.includes($ref)) return { recursion: within.length - within.indexOf($ref) }
      const { $ref: _, ...beside } = node as DocumentNode
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
