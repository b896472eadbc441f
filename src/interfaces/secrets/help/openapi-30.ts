import type { HelpDocument } from './help-document.ts'
import { isObject, type Json, mapMembers } from './json.ts'
import { schemaTo30 } from './schema-30.ts'

/**
 * A document of OpenAPI 3.1 as one of 3.0.3, without extensions and without the named examples of bodies, which belong to
 * single addresses.
 */
export function documentTo30({ paths, components, ...document }: HelpDocument): HelpDocument {
  const items = Object.entries(paths)
  return {
    ...document,
    openapi: '3.0.3',
    paths: Object.fromEntries(items.map(([path, item]) => [path, mapMembers(item, walkMember)])),
    components: mapMembers(components, section),
  }
}

/** Names that a component has, such as `schema`, are no keywords. */
function section(entries: Json, name: string): Json | undefined {
  if (!isObject(entries) || name === 'examples') return undefined
  return mapMembers(entries, name === 'schemas' ? schemaTo30 : walk)
}

/** Everything outside of schemas has the same form in both, but for what is left out here. */
function walk(node: Json): Json {
  if (Array.isArray(node)) return node.map(walk)
  if (!isObject(node)) return node
  return mapMembers(node, walkMember)
}

function walkMember(value: Json, name: string): Json | undefined {
  if (name.startsWith('x-') || name === 'examples') return undefined
  return name === 'schema' ? schemaTo30(value) : walk(value)
}
