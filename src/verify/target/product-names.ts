import type { OutgoingRequest, Wire } from '../context/wire.ts'
import type { ProductNames } from './target.ts'

/** Sends requests with the names of a product, and gives its answers back with those of the document. */
export function renameOnWire(wire: Wire, { headers = {}, paths = {}, body = {} }: ProductNames): Wire {
  const ownPath = renaming(paths, inPath)
  const [ownHeader, documentedHeader] = [renaming(headers, inHeader), renaming(inverse(headers), inHeader)]
  const [ownBody, documentedBody] = [renaming(body, inBody), renaming(inverse(body), inBody)]
  const renameHeaders = (given: Readonly<Record<string, string>>, rename: (text: string) => string) =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [rename(name).toLowerCase(), value]))
  const outgoing = (request: OutgoingRequest): OutgoingRequest => {
    const { url, headers: sent, body: bytes } = request
    const { origin } = new URL(url)
    return {
      ...request,
      url: origin + ownPath(url.slice(origin.length)),
      headers: renameHeaders(sent, ownHeader),
      body: bytes && Buffer.from(ownBody(bytes.toString())),
    }
  }
  return {
    ...wire,
    async send(request) {
      const { status, headers: received, body: bytes } = await wire.send(outgoing(request))
      const isText = /json|text/.test(received['content-type'] ?? '')
      return {
        status,
        headers: renameHeaders(received, documentedHeader),
        body: isText ? Buffer.from(documentedBody(bytes.toString())) : bytes,
      }
    },
    async open(request, timeout) {
      const reply = await wire.open(outgoing(request), timeout)
      return { ...reply, headers: renameHeaders(reply.headers, documentedHeader) }
    },
  }
}

const inHeader = (name: string, rest: string) => `^${name}(?=${rest}$)`
const inPath = (name: string, rest: string) => `(?<=/)${name}(?=${rest}(?:[/?]|$))`
/** A member of JSON, or a metric at the beginning of a line or behind `# TYPE`. */
const inBody = (name: string, rest: string) => `(?<=")${name}(?=${rest}"\\s*:)|(?<=^(?:# \\w+ )?)${name}(?=${rest}[ {])`

function inverse(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(names).map(([name, other]) => [other, name]))
}

/** A function that replaces whole names at the places of a pattern; after `*` a name may go on. */
function renaming(
  names: Readonly<Record<string, string>>,
  patternOf: (name: string, rest: string) => string,
): (text: string) => string {
  const rules = Object.entries(names).map(([name, other]) => {
    const rest = name.endsWith('*') ? '[\\w-]*' : ''
    const pattern = patternOf(name.replace(/\*$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), rest)
    return { pattern: new RegExp(pattern, 'gim'), other: other.replace(/\*$/, '') }
  })
  return (text) => rules.reduce((renamed, { pattern, other }) => renamed.replace(pattern, () => other), text)
}
