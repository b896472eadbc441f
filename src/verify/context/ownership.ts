import type { AttemptInput } from '../../check/check.ts'
import { bare } from '../../contract/collections/collections.ts'
import type { Operation } from '../../contract/operation.ts'
import { parseJson } from '../../json-text.ts'

/** Names of members and parameters that refer to another thing, if their value is the key of one. */
const referringNames = /(ids?|from|to|sources?|targets?|parents?|owners?|members?|refs?|references?)$/

/** Levels of a value that are searched for keys. */
const maxDepth = 5

/**
 * What a run may change on a server by its derived checks: things that it has made, and operations that the caller has named. Every write
 * of such a check is asked for here before it is sent, so that no check can change what belongs to others.
 */
export class Ownership {
  /** Paths of things that the run has made, or whose keys a read showed to be free. */
  readonly #paths = new Set<string>()
  /** IDs of the operations that make a thing in a collection. */
  readonly #creators: ReadonlySet<string>
  readonly #opened: ReadonlySet<string>
  /** Keys that lists of the server have shown before the run has made anything. */
  keysOfOthers: ReadonlySet<string> = new Set()

  /** @param opened IDs of operations that the caller has named; `all` stands for every one */
  constructor(creators: Iterable<string>, opened: Iterable<string>) {
    this.#creators = new Set(creators)
    this.#opened = new Set(opened)
  }

  /** The caller has named the operation: what it changes may belong to others. */
  isOpened({ id }: Pick<Operation, 'id'>): boolean {
    return this.#opened.has('all') || this.#opened.has(id)
  }

  /** The operation makes a thing whose removal is registered, or told, where it is made. */
  creates(id: string | undefined): boolean {
    return this.#creators.has(id ?? '')
  }

  /** The request is sent since its operation was named, and may have changed what the run has not made. */
  mayChangeOthers(id: string | undefined, path: string): boolean {
    if (id === undefined || !this.isOpened({ id }) || this.creates(id)) return false
    const [before = ''] = path.split(/[?#]/)
    return ![...this.#paths].some((own) => before === own || before.startsWith(`${own}/`))
  }

  /**
   * Notes that a thing belongs to the run.
   *
   * @param template of its path: `/pets/{petId}`
   * @param values of the parameters, in their order
   */
  claim(template: string, values: readonly unknown[]): void {
    const path = pathsTo(template, values).at(-1)
    if (path !== undefined) this.#paths.add(path)
  }

  /** Whether the run has made each thing that leads to a path. */
  owns(template: string, values: readonly unknown[]): boolean {
    return pathsTo(template, values).every((path) => this.#paths.has(path))
  }

  /**
   * Why a write may not be sent; undefined if it may.
   *
   * @param method in upper case, which need not be the operation's own
   * @param given values of the path
   */
  refusalOf(operation: Operation, method: string, input: AttemptInput): string | undefined {
    const { id, path } = operation
    if (this.isOpened(operation) && method === operation.method.toUpperCase()) return undefined
    const values = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => input.path?.[name])
    const creates = this.creates(id) && method === operation.method.toUpperCase()
    if (values.length === 0 && !creates) return mayHarm(id)
    const words = `${id} would change what the run has not made`
    if (!this.owns(path, values)) return `${words}; --may ${id} allows it`
    const foreign = namesSent(operation, input).find(({ name, value }) => {
      const isReference = (typeof value === 'string' && value.length > 2) || referringNames.test(bare(name))
      return isReference && this.keysOfOthers.has(String(value)) && !values.map(String).includes(String(value))
    })
    return foreign && `${words}: ${foreign.name} ${foreign.value} is the key of something else`
  }
}

/** Why an operation without its own key is not called. */
export function mayHarm(id: string): string {
  return `${id} may change what belongs to others; --may ${id} allows it`
}

export interface NamedValue {
  name: string
  value: string | number
}

/** The values in the body of a request, and in its query and headers as far as the document has them, by which it may name something. */
export function namesSent(
  { parameters }: Operation,
  { query = {}, headers = {}, ...sent }: AttemptInput,
): NamedValue[] {
  const own = parameters.filter(({ in: place }) => place === 'header')
  return [
    ...scalarsIn(bodyValueOf({ headers, ...sent })),
    ...scalarsIn(query),
    ...own.flatMap(({ name }) => scalarsIn(headers[name.toLowerCase()], name)),
  ]
}

/** The members of a value that are no objects or lists, and the elements of its lists, each with the name that it has. */
export function scalarsIn(value: unknown, name = '', depth = 0): NamedValue[] {
  if (typeof value === 'string' || typeof value === 'number') return [{ name, value }]
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  return Object.entries(value).flatMap(([key, member]) =>
    scalarsIn(member, Array.isArray(value) ? name : key, depth + 1),
  )
}

/** The value of a body that was written, in JSON or as a form. */
export function bodyValueOf({ body, headers }: AttemptInput): unknown {
  if (typeof body !== 'string') return undefined
  if (headers?.['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(body))
  return parseJson(body)
}

/** The path up to each of its parameters. */
function pathsTo(template: string, values: readonly unknown[]): string[] {
  let [path = '', ...rest] = template.split(/\{[^{}]+\}/)
  return rest.map((between, index) => {
    path += encodeURIComponent(String(values[index]))
    const found = path
    path += between
    return found
  })
}

/**
 * Whether a key that a server sent is one segment of a path, however often it is decoded on its way: `../../admin` would lead to another
 * thing.
 */
export function isOneSegment(key: unknown): boolean {
  const text = decodedWhole(String(key))
  return text !== '' && !/[/\\\p{Cc}]|^\.+(;|\s|$)/u.test(text)
}

/** A text without percent-encoding, however often it is encoded. */
export function decodedWhole(text: string): string {
  let whole = text
  for (let before = ''; before !== whole; ) {
    before = whole
    whole = whole.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return whole
}
