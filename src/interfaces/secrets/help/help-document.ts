import { isObject, type Json, type JsonObject, mapMembers } from './json.ts'

/** The target of a help request: segments below the namespace, with the mount as one segment. */
export interface Queried {
  segments: string[]
  /** The address ends in `/`. */
  directory: boolean
}

/** A documented path below a queried one, relative to it. */
export interface RelativePath {
  template: string
  /** `/` is the queried path itself. */
  path: string
}

/**
 * The documented paths that match the queried one, and those below it, relative to it (SEC-032, SEC-033). The last parameter may contain
 * `/`, so `secret/foo` is both a secret and a directory.
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

/** The rest of a template after the queried segments; `met` if they fill all of it. */
function afterFixed(parts: readonly string[], segments: readonly string[]): Rest | undefined {
  for (const [index, segment] of segments.entries()) {
    const part = parts[index]
    if (part === undefined || part === '') return undefined
    // The last parameter takes all remaining segments, and could take more.
    if (part === '{path}') return { kind: 'met', parts: parts.slice(index) }
    if (!part.startsWith('{') && part !== segment) return undefined
  }
  const left = parts.slice(segments.length)
  return left.join('') === '' ? { kind: 'met', parts: [] } : { kind: 'below', parts: left }
}

/** The parts of a document that help reads and answers. */
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

/** A path item with the parameters that its relative path still has, without operations that only describe. */
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
    // One operation may occur under several relative paths, so its name would not be unique.
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

/** Components that are referenced, also by other components; and all security schemes, which are not referenced but named. */
function componentsOf(paths: Json, all: JsonObject): JsonObject {
  const needed: Record<string, JsonObject> = {}
  if (isObject(all.securitySchemes)) needed.securitySchemes = all.securitySchemes
  const references = new Set(referencesIn(paths))
  // Iterating a set also visits the entries that are added meanwhile.
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
