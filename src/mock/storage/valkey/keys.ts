import { memoize } from '../../memoize.ts'

/** Version of the layout of keys and of the entries in them. Replicas that share a prefix must use the same one. */
export const layout = '1'

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

  /** Channel on which replicas tell each other that a clock has changed. */
  get channel(): string {
    return `${this.#prefix}clocks`
  }

  /** Prefix of the keys of a session, and of its snapshots. */
  session(partition: string): string {
    return `${this.#prefix}{${encode(sessionOf(partition))}}`
  }

  /** The hash that describes a partition; the names of its other keys follow from this one (`scripts.ts`). */
  index(partition: string): string {
    const session = sessionOf(partition)
    const snapshot = partition.slice(session.length)
    return `${this.session(partition)}${snapshot === '' ? '' : `/${encode(snapshot.slice(1))}`}:i`
  }

  /** Pattern of the indexes of sessions, without their snapshots. */
  get indexes(): string {
    return `${this.#prefix.replaceAll(/[\\*?[\]]/g, '\\$&')}{*}:i`
  }

  /** Name of the session whose index this is. */
  sessionOfIndex(key: string): string {
    return decodeName(key.slice(this.#prefix.length + 1, -'}:i'.length))
  }
}

/** The session that a partition belongs to. */
export function sessionOf(partition: string): string {
  const end = partition.indexOf('/')
  return end === -1 ? partition : partition.slice(0, end)
}

/** The name of a collection within its partition's keys. */
export function collectionName(owner: string, collection: string): string {
  return collectionsOf(owner)(collection)
}

const collectionsOf = memoize((owner: string) =>
  memoize((collection: string) => `${encode(owner)}/${encode(collection)}`),
)

export function ownerOf(name: string): string {
  return decodeName(name.slice(0, name.indexOf('/')))
}

export function collectionOf(name: string): string {
  return decodeName(name.slice(name.indexOf('/') + 1))
}

export function decodeName(encoded: string): string {
  return encoded === '%' ? '' : decodeURIComponent(encoded)
}

/** Encodes the characters that end a slot or separate parts of a key: braces, colons, slashes and wildcards. An empty name becomes `%`. */
function encode(name: string): string {
  if (name === '') return '%'
  if (/^[\w.-]+$/.test(name)) return name
  return encodeURIComponent(name.toWellFormed()).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}
