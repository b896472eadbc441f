/** Largest body that is read as JSON for its members' names; beyond, and in what is no JSON, they are looked for as text. */
const maxParsed = 1 << 22

/** A `token` alone is often a name of something, such as of an order; a token of what pages a list opens nothing. */
const names =
  /^(?!.*(?:next|page|continuation)[-_]?token$)\w+[-_]?token$|passw(?:or)?d|passphrase|secret(?:[-_]?id)?$|(?:api|private)[-_]?key$|^jwt$|assertion$/i

/** Objects whose member `token` opens something. */
const holders = /^(?:auth|wrap[-_]?info|session|credentials?)$/i

/** What a body gives to its reader alone, by the names of members: `access_token`. The name of a variable for each value. */
export function findHandedOut(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, value] of members(text)) found.set(value, `$${name.replace(/\W/g, '_').toUpperCase()}`)
  return found
}

function members(text: string): Iterable<[name: string, value: string]> {
  try {
    if (text.length <= maxParsed && /^\s*[{[]/.test(text)) return membersOfJson(JSON.parse(text))
  } catch {
    // Several values, or one that is cut off: names and values stand in it as they do in JSON.
  }
  return membersOfText(text)
}

/** Not recursive: a body may be nested deeper than the stack is. */
function* membersOfJson(root: unknown): Generator<[string, string]> {
  const left: [name: string, value: unknown][] = [['', root]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [holder, value] = next
    if (typeof value !== 'object' || value === null) continue
    for (const [name, member] of Object.entries(value)) {
      const gives = names.test(name) || (name === 'token' && holders.test(holder))
      if (gives && typeof member === 'string') yield [name, member]
      else left.push([Array.isArray(value) ? holder : name, member])
    }
  }
}

function* membersOfText(text: string): Generator<[string, string]> {
  for (const [, name = '', json, plain] of text.matchAll(/([\w-]+)(?:"\s*:\s*"((?:[^"\\]|\\.)*)"?|=([^\s&;,"]+))/g)) {
    if (!names.test(name)) continue
    yield [name, json === undefined ? decoded(plain ?? '') : unescaped(json)]
  }
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`)
  } catch {
    return text
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
