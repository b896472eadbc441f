import { isObject, type Json, type JsonObject, mapMembers } from './json.ts'

/** What help is asked of: segments below the namespace, the mount being one. */
export interface Queried {
  segments: string[]
  /** The address ends in `/`. */
  directory: boolean
}

/** A documented path below a queried one, as seen from there. */
export interface RelativePath {
  template: string
  /** `/` is the queried path itself. */
  path: string
}

/**
 * The documented paths that the queried one meets, and those below it, relative to it (SEC-032, SEC-033). As the last parameter
 * may hold `/`, `secret/foo` is both a secret and a place for more of them.
 *
 * @param templates without their `/v1/`: `{mount}/data/{path}`
 */
export function relativePaths(templates: readonly string[], { segments, directory }: Queried): RelativePath[] {
  return templates.flatMap((template) => {
    const parts = template.split('/')
    const isDirectory = parts.at(-1) === ''
    const rest = afterFixed(parts, segments)
    if (!rest) return []
    if (rest.kind === 'below') return [{ template, path: `/${rest.parts.join('/')}` }]
    const itself = isDirectory === directory ? [{ template, path: '/' }] : []
    return rest.parts.length === 0 ? itself : [...itself, { template, path: `/${rest.parts.join('/')}` }]
  })
}

type Rest = { kind: 'below' | 'met'; parts: string[] }

/** What remains of a template once the queried segments are taken from it; `met` when they fill it to its end. */
function afterFixed(parts: readonly string[], segments: readonly string[]): Rest | undefined {
  for (const [index, segment] of segments.entries()) {
    const part = parts[index]
    if (part === undefined || part === '') return undefined
    // The last parameter takes all that is left, and could take more.
    if (part === '{path}') return { kind: 'met', parts: parts.slice(index) }
    if (!part.startsWith('{') && part !== segment) return undefined
  }
  const left = parts.slice(segments.length)
  return left.join('') === '' ? { kind: 'met', parts: [] } : { kind: 'below', parts: left }
}

/** What is read of a document, or answered as one. */
export interface HelpDocument {
  openapi: string
  info: JsonObject
  paths: Record<string, JsonObject>
  security?: Json
  components: JsonObject
}

/**
 * The part of a document that these paths need, under their relative names.
 *
 * @param whole document whose paths begin with `/v1/`
 */
export function documentOf(whole: HelpDocument, title: string, relative: readonly RelativePath[]): HelpDocument {
  const paths: Record<string, JsonObject> = {}
  for (const { template, path } of relative) {
    paths[path] = itemAt(path, whole.paths[`/v1/${template}`] ?? {}, whole)
  }
  const { openapi, info, components, security } = whole
  return {
    openapi,
    info: { title, version: info.version ?? '' },
    ...(security === undefined ? {} : { security }),
    paths,
    components: componentsOf(paths, components),
  }
}

/** A path item whose parameters are those that its path still has, and whose operations do something of their own. */
function itemAt(path: string, item: JsonObject, whole: HelpDocument): JsonObject {
  return mapMembers(item, (member) => {
    // Its parameters.
    if (Array.isArray(member)) {
      return member.filter((parameter) => {
        const { in: place, name: parameterName } = resolve(parameter, whole)
        return place !== 'path' || path.includes(`{${String(parameterName)}}`)
      })
    }
    if (!isObject(member)) return member
    const { operationId, tags: _, ...operation } = member
    // One operation may stand under several relative paths, where its name could not be unique.
    return String(operationId).startsWith('describe') ? undefined : operation
  })
}

function resolve(node: Json, { components }: HelpDocument): JsonObject {
  if (!isObject(node)) return {}
  if (typeof node.$ref !== 'string') return node
  let found: Json | undefined = components
  for (const name of node.$ref.split('/').slice(2)) found = isObject(found) ? found[name] : undefined
  return isObject(found) ? found : {}
}

/** Components that are referred to, be it from other components; and all security schemes, which are named and not referred to. */
function componentsOf(paths: Json, all: JsonObject): JsonObject {
  const needed: Record<string, JsonObject> = {}
  if (isObject(all.securitySchemes)) needed.securitySchemes = all.securitySchemes
  const references = new Set(referencesIn(paths))
  // A set also gives what is added while it is read.
  for (const reference of references) {
    const [, , kind = '', name = ''] = reference.split('/')
    const component: Json = Object(all[kind])[name]
    needed[kind] = { ...needed[kind], [name]: component }
    for (const found of referencesIn(component)) references.add(found)
  }
  return needed
}

function referencesIn(node: Json): string[] {
  if (Array.isArray(node)) return node.flatMap(referencesIn)
  if (!isObject(node)) return []
  const own = typeof node.$ref === 'string' ? [node.$ref] : []
  return [...own, ...Object.values(node).flatMap(referencesIn)]
}
