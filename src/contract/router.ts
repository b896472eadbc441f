import type { Operation } from './operation.ts'

/** The parameters of a path by name. */
export interface MatchedPath {
  /** Percent-decoded. */
  parameters: Record<string, string>
  /** As they were sent: an encoded separator separates nothing. */
  raw: Record<string, string>
}

/** The result of routing a method and a path. */
export type Match =
  | ({ kind: 'operation'; operation: Operation } & MatchedPath)
  | { kind: 'method-not-allowed'; allow: string[] }
  | { kind: 'not-found' }
  | { kind: 'malformed' }

type RoutedOperation = { operation: Operation; names: string[] }

/** The operations of a path by the methods that reach them, in upper case. */
type Terminal = Map<string, RoutedOperation>

interface Node {
  fixed: Map<string, Node>
  /** Segments that mix text and parameters, such as `{id}.json`. */
  mixed: { match: (segment: string) => string[] | undefined; text: string; next: Node }[]
  parameter: Node | null
  here: Terminal | null
  /** Operations whose last parameter takes the rest of the path. */
  rest: Terminal | null
  /** Operations whose template also ends in a slash, `/v1/{mount}/{path}/`: the parameter takes the rest up to that slash. */
  restDirectory: Terminal | null
}

export interface Router {
  match(method: string, path: string, accepts?: Accepts): Match
}

/** Returns false for operations that must not match, even if their template does. */
type Accepts = (operation: string) => boolean

/**
 * Compiles the operations of one interface into a tree of path segments, so that the cost of a match depends on the length of the path and
 * not on the number of operations. A fixed segment wins over a parameter, and a parameter over the rest of a path. The template that wins
 * decides which methods exist. `GET` answers `HEAD`, and also `LIST` if the operation declares that verb.
 */
export function compileRouter(operations: readonly Operation[]): Router {
  const root = emptyNode()
  for (const operation of operations) insert(root, operation)
  return {
    match(method, path, accepts) {
      const sent = path.split('/').slice(1)
      const decoded = path.includes('%') ? decodeAll(sent) : sent
      if (!decoded) return { kind: 'malformed' }
      const values: string[] = []
      const terminal = walk(root, { sent, decoded }, 0, values, accepts)
      if (!terminal) return { kind: 'not-found' }
      const found = terminal.get(method)
      if (!found || accepts?.(found.operation.id) === false) {
        return { kind: 'method-not-allowed', allow: [...new Set([...terminal.keys(), 'OPTIONS'])].sort() }
      }
      const raw = Object.fromEntries(found.names.map((name, index) => [name, values[index] ?? '']))
      if (decoded === sent) return { kind: 'operation', operation: found.operation, parameters: raw, raw }
      const parameters = Object.fromEntries(
        Object.entries(raw).map(([name, value]) => [name, decodeURIComponent(value)]),
      )
      return { kind: 'operation', operation: found.operation, parameters, raw }
    },
  }
}

function emptyNode(): Node {
  return { fixed: new Map(), mixed: [], parameter: null, here: null, rest: null, restDirectory: null }
}

function insert(root: Node, operation: Operation): void {
  const segments = operation.template.split('/').slice(1)
  const isDirectory = segments.at(-1) === ''
  const restIndex = operation.multiSegment ? segments.length - (isDirectory ? 2 : 1) : -1
  const names: string[] = []
  let node = root
  for (const segment of restIndex === -1 ? segments : segments.slice(0, restIndex)) {
    const name = parameterName(segment)
    if (name === undefined && isMixed(segment)) {
      names.push(...parametersIn(segment))
      node = mixedNode(node, segment.replaceAll(/\{[^{}]*\}/g, '{}'))
    } else if (name === undefined) {
      const next = node.fixed.get(segment) ?? emptyNode()
      node.fixed.set(segment, next)
      node = next
    } else {
      names.push(name)
      node.parameter ??= emptyNode()
      node = node.parameter
    }
  }
  if (restIndex !== -1) names.push(parameterName(segments[restIndex] ?? '') ?? '')
  const place = restIndex === -1 ? 'here' : isDirectory ? 'restDirectory' : 'rest'
  node[place] ??= new Map()
  addTo(node[place], { operation, names })
}

/** A declared operation has its method for itself, whatever other operations accept. */
function addTo(terminal: Terminal, added: RoutedOperation): void {
  const { method, alsoAccepts = [] } = added.operation
  const isOwn = (verb: string) => terminal.get(verb)?.operation.method.toUpperCase() === verb
  terminal.set(method.toUpperCase(), added)
  for (const verb of alsoAccepts.map((other) => other.toUpperCase())) if (!isOwn(verb)) terminal.set(verb, added)
  const get = terminal.get('GET')
  if (get && !isOwn('HEAD')) terminal.set('HEAD', get)
  if (get?.operation.listVerb && !isOwn('LIST')) terminal.set('LIST', get)
}

function parameterName(segment: string): string | undefined {
  return /^\{([^{}]+)\}$/.exec(segment)?.[1]
}

function isMixed(segment: string): boolean {
  return /\{[^{}]+\}/.test(segment)
}

/** Names of the parameters in a path template, in its order. */
export function parametersIn(segment: string): string[] {
  return Array.from(segment.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name)
}

/** The node behind a segment that mixes text and parameters: `{}.json`. */
function mixedNode(node: Node, text: string): Node {
  const known = node.mixed.find((one) => one.text === text)
  if (known) return known.next
  const next = emptyNode()
  node.mixed.push({ match: matcherOf(text), text, next })
  // The one with the most text is the most specific.
  node.mixed.sort((one, other) => other.text.length - one.text.length)
  return next
}

/** Reads a segment in one pass from its end, so that `{name}.{extension}` reads `a.tar.gz` as most routers do: the first takes what is left. */
function matcherOf(text: string): (segment: string) => string[] | undefined {
  const texts = text.split('{}')
  const [first = ''] = texts
  const last = texts.at(-1) ?? ''
  return (segment) => {
    if (!segment.startsWith(first) || !segment.endsWith(last)) return undefined
    const values: string[] = []
    let end = segment.length - last.length
    for (const [index, part] of [...texts.slice(0, -1).entries()].reverse()) {
      const at = index === 0 ? 0 : segment.lastIndexOf(part, end - 1 - part.length)
      if (at < 0 || at + part.length >= end) return undefined
      values.unshift(segment.slice(at + part.length, end))
      end = at
    }
    return values
  }
}

function decodeAll(segments: readonly string[]): string[] | undefined {
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** The segments of a path, also without their percent-encoding. */
interface Segments {
  sent: string[]
  decoded: string[]
}

/** The terminal of the most specific template that matches. It fills `values` with the parameters in order, as they were sent. */
function walk(
  node: Node,
  segments: Segments,
  index: number,
  values: string[],
  accepts: Accepts | undefined,
): Terminal | null {
  const segment = segments.decoded[index]
  const sent = segments.sent[index] ?? ''
  if (segment === undefined) return accepts ? usable(node.here, accepts) : node.here
  const fixed = node.fixed.get(segment)
  const throughFixed = fixed ? walk(fixed, segments, index + 1, values, accepts) : null
  if (throughFixed) return throughFixed
  for (const { match, next } of node.mixed) {
    const found = match(segment)
    if (!found) continue
    values.push(...(sent === segment ? found : encodedParts(found, match(sent))))
    const through = walk(next, segments, index + 1, values, accepts)
    if (through) return through
    values.length -= found.length
  }
  if (node.parameter && segment !== '') {
    values.push(sent)
    const throughParameter = walk(node.parameter, segments, index + 1, values, accepts)
    if (throughParameter) return throughParameter
    values.pop()
  }
  const remaining = segments.sent.slice(index)
  const isDirectory = remaining.length > 1 && remaining.at(-1) === ''
  const directory = isDirectory ? usable(node.restDirectory, accepts) : null
  const terminal = directory ?? usable(node.rest, accepts)
  if (terminal) values.push((directory ? remaining.slice(0, -1) : remaining).join('/'))
  return terminal
}

/** Parts of a segment as they were sent; encoded again where the texts between them were encoded. */
function encodedParts(decoded: readonly string[], sent: readonly string[] | undefined): string[] {
  return decoded.map((part, index) => {
    const one = sent?.[index] ?? ''
    return decodeAll([one])?.[0] === part ? one : encodeURIComponent(part)
  })
}

function usable(terminal: Terminal | null, accepts: Accepts | undefined): Terminal | null {
  if (!accepts) return terminal
  return terminal && [...terminal.values()].some(({ operation }) => accepts(operation.id)) ? terminal : null
}
