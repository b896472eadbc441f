import { hidden, opensSomething, soundsSecret } from './secret-names.ts'

/** Values that the headers of a request carry as credentials, in all forms in which a response may repeat them. */
export function credentialsIn(headers: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (soundsSecret(name) ? wordsOfHeader(value) : []))
  return [...new Set(values)]
    .filter((value) => value.length >= 8 && !/^(basic|bearer)$/i.test(value))
    .sort((one, other) => other.length - one.length)
}

/** A header's value, its words, and the user and password of a Basic credential. */
export function wordsOfHeader(value: string): string[] {
  const basic = Buffer.from(/^basic\s+(\S+)/i.exec(value)?.[1] ?? '', 'base64').toString()
  return [value, ...value.split(/[\s,;=]+/), ...basic.split(':'), basic.slice(basic.indexOf(':') + 1)]
}

/** Cookies that a response sets. */
export function findCookies(headers: Readonly<Record<string, string>>): [value: string, shown: string][] {
  const [, value] = /^[^=;]+=([^;]{8,})/.exec(headers['set-cookie'] ?? '') ?? []
  return value === undefined ? [] : [[value, hidden]]
}

/** Characters of a body that are searched. */
const maxRead = 1 << 22

/** Secrets that a body or a query names as such: each value, with the name of a variable for it (`$ACCESS_TOKEN`). */
export function findHandedOut(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of openingMembers(text.slice(0, maxRead)))
    found.set(value, `$${name.replace(/\W/g, '_').toUpperCase()}`)
  return found
}

function openingMembers(text: string): [name: string, value: string][] {
  try {
    if (/^\s*[{[]/.test(text)) {
      return [...leavesOf(JSON.parse(text))].flatMap(({ name, holder, value }) =>
        typeof value === 'string' && opensSomething(name, holder) ? [[name, value]] : [],
      )
    }
  } catch {
    // Several JSON values, or one that is cut off. The pattern below finds their members.
  }
  const members = text.matchAll(/(?<![\w-])([\w-]+)(?:"\s*:\s*"((?:[^"\\]|\\.)*)"?|=([^\s&;,"]+))/g)
  return [...members].flatMap(([, name = '', json, form = '']) =>
    opensSomething(name) ? [[name, json === undefined ? decode(form.replaceAll('+', ' ')) : unescapeJson(json)]] : [],
  )
}

interface Leaf {
  /** Name of the nearest member. Items of an array have the name of the array. */
  name: string
  /** Name of the object that has the member. */
  holder: string
  value: unknown
}

/** Every value of JSON that is not an object or array. Not recursive: JSON may be nested deeper than the stack. */
export function* leavesOf(root: unknown): Generator<Leaf> {
  const left: Leaf[] = [{ name: '', holder: '', value: root }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { name, holder, value } = next
    if (typeof value !== 'object' || value === null) yield next
    else if (Array.isArray(value)) for (const item of value) left.push({ name, holder, value: item })
    else for (const [key, member] of Object.entries(value)) left.push({ name: key, holder: name, value: member })
  }
}

function unescapeJson(text: string): string {
  try {
    return JSON.parse(`"${text}"`)
  } catch {
    return text
  }
}

/** Percent-decoded text, or the text itself if it cannot be decoded. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
