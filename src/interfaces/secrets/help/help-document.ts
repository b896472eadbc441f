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

/** The parts of this contract's own document that help reads. */
export interface SourceDocument {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, { operationId?: string; summary?: string }>>
}

export interface HelpDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, PathItem>
}

type PathItem = Record<string, { summary?: string } | object[]>

/** The operations at these paths, under their relative names; operations that only describe are left out. */
export function documentOf(whole: SourceDocument, title: string, relative: readonly RelativePath[]): HelpDocument {
  const paths = relative.map(
    ({ template, path }) => [path, itemAt(path, whole.paths[`/v1/${template}`] ?? {})] as const,
  )
  return { openapi: whole.openapi, info: { title, version: whole.info.version }, paths: Object.fromEntries(paths) }
}

/** Nothing says how much of an operation help documents, so it is what the operation does, without schemas (SEC-G43). */
function itemAt(path: string, item: SourceDocument['paths'][string]): PathItem {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
  const responses = { default: { description: 'JSON; an error lists its messages in `errors`.' } }
  const operations = Object.entries(item).flatMap(([method, { operationId, summary = '' }]) =>
    operationId === undefined || operationId.startsWith('describe') ? [] : [[method, { summary, responses }] as const],
  )
  return { ...(parameters.length > 0 ? { parameters } : {}), ...Object.fromEntries(operations) }
}
