import { memoize } from '../../../memoize.ts'

/** Version of the layout of keys and of the entries in them. Replicas that share a prefix must use the same one. */
export const layout = '3'

/** Names of the keys of one prefix. The part in braces decides the hash slot, so all keys of a session are in one slot. */
export class Keys {
  readonly #prefix: string

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  /** Version of the layout. */
  get layout(): string {
    return `${this.#prefix}layout`
  }

  /** Start of the keys of a session. */
  session(name: string): string {
    return `${this.#prefix}{${encode(name)}}`
  }

  /** The hash that describes a session; the names of its other keys follow from this one (`scripts.ts`). */
  index(session: string): string {
    return `${this.session(session)}:i`
  }

  /** Pattern of the indexes of all sessions. */
  get indexes(): string {
    return `${this.#prefix.replaceAll(/[\\*?[\]]/g, '\\$&')}{*}:i`
  }

  /** Name of the session whose index this is. */
  sessionOfIndex(key: string): string {
    return decode(key.slice(this.#prefix.length + 1, -'}:i'.length))
  }
}

/** The session that a partition belongs to. */
export function sessionOf(partition: string): string {
  const end = partition.indexOf('/')
  return end === -1 ? partition : partition.slice(0, end)
}

/** Start of the names of a partition's collections. */
export function partitionStart(partition: string): string {
  const session = sessionOf(partition)
  return session === partition ? ':c:' : `/${encode(partition.slice(session.length + 1))}:c:`
}

/** The name of a collection after the start of its partition. */
export function collectionName(interfaceName: string, collection: string): string {
  return collectionsOf(interfaceName)(collection)
}

const collectionsOf = memoize((interfaceName: string) =>
  memoize((collection: string) => `${encode(interfaceName)}/${encode(collection)}`),
)

/** Where a collection is, by its name in a session. */
export function parseName(session: string, name: string) {
  const [, snapshot, interfaceName = '', collection = ''] = /^(?:\/([^:]*))?:c:([^/]*)\/(.*)$/.exec(name) ?? []
  return {
    partition: snapshot === undefined ? session : `${session}/${decode(snapshot)}`,
    interfaceName: decode(interfaceName),
    collection: decode(collection),
  }
}

function decode(encoded: string): string {
  return encoded === '%' ? '' : decodeURIComponent(encoded)
}

/** Encodes the characters that end a slot or separate parts of a key: braces, colons, slashes and wildcards. An empty name becomes `%`. */
function encode(name: string): string {
  if (name === '') return '%'
  if (/^[\w.-]+$/.test(name)) return name
  return encodeURIComponent(name.toWellFormed()).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
