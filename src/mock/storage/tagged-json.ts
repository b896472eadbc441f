/** Version of the format below. Another release may use another version. */
const version = '1'

/**
 * A record as text: the version, then JSON. JSON has no dates, maps, sets, bytes, big integers, `undefined`, `-0` or numbers beyond its
 * range: these become objects whose member `$` names their type. An object that itself has a member `$` becomes the list of its members.
 *
 * @throws {TypeError} for a value of any other type
 */
export function encodeRecord(value: unknown): string {
  return version + JSON.stringify(isJson(value) ? value : tag(value))
}

/** @throws {Error} for a text that {@link encodeRecord} of this release did not write */
export function decodeRecord(text: string): unknown {
  if (!text.startsWith(version)) throw new Error(`the form ${text.slice(0, 1)} of a record is unknown`)
  const json = text.slice(version.length)
  const value: unknown = JSON.parse(json)
  return json.includes('"$"') ? untag(value) : value
}

/** True for a value that JSON represents exactly, and that has no member `$`. */
function isJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'number') return isJsonNumber(value)
    return typeof value === 'string' || typeof value === 'boolean' || value === null
  }
  if (Array.isArray(value)) {
    for (const item of value) if (!isJson(item)) return false
    return true
  }
  if (Object.getPrototypeOf(value) !== Object.prototype || Object.hasOwn(value, '$')) return false
  for (const member of Object.values(value)) if (!isJson(member)) return false
  return true
}

function isJsonNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0)
}

function tag(value: unknown): unknown {
  if (value === undefined) return { $: 'undefined' }
  if (typeof value === 'bigint') return { $: 'bigint', value: String(value) }
  if (typeof value === 'number' && !isJsonNumber(value)) {
    return { $: 'number', value: Object.is(value, -0) ? '-0' : String(value) }
  }
  if (typeof value === 'function' || typeof value === 'symbol') throw unfit(typeof value)
  if (typeof value !== 'object' || value === null) return value
  // `Array.from`, because `map` skips the holes of an array.
  if (Array.isArray(value)) return Array.from(value, tag)
  if (value instanceof Date) return { $: 'date', value: value.getTime() }
  if (value instanceof Map) return { $: 'map', value: Array.from(value, tag) }
  if (value instanceof Set) return { $: 'set', value: Array.from(value, tag) }
  if (value instanceof Uint8Array) return { $: 'bytes', value: Buffer.from(value).toString('base64') }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw unfit(value.constructor.name)
  const members = Object.entries(value).map(([name, member]) => [name, tag(member)] as const)
  return Object.hasOwn(value, '$') ? { $: 'object', value: members } : Object.fromEntries(members)
}

function unfit(type: string): TypeError {
  return new TypeError(`A record cannot hold a value of type ${type}; store plain data.`)
}

function untag(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(untag)
  if (Object.hasOwn(value, '$')) return fromTag(value as { $: string; value: never })
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, untag(member)]))
}

function fromTag({ $: type, value }: { $: string; value: never }): unknown {
  switch (type) {
    case 'undefined':
      return undefined
    case 'bigint':
      return BigInt(value)
    case 'number':
      return Number(value)
    case 'date':
      return new Date(value ?? Number.NaN)
    case 'map':
      return new Map(untag(value) as [unknown, unknown][])
    case 'set':
      return new Set(untag(value) as unknown[])
    case 'bytes':
      return new Uint8Array(Buffer.from(value, 'base64'))
    case 'object':
      return Object.fromEntries((value as [string, unknown][]).map(([name, member]) => [name, untag(member)]))
    default:
      throw new Error(`the type ${type} of a value is unknown`)
  }
}
