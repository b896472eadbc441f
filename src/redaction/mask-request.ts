const hidden = '…'

/** The parts of a request that a text may repeat. */
export interface MaskedRequest {
  readonly headers: Readonly<Record<string, string>>
  /** Percent-encoded. */
  readonly path: string
  /** Without `?`. */
  readonly query: string
  readonly body: Buffer | null
}

/** Characters in a row that a text may have in common with a value before they count as taken from it. */
const window = 8

/** Bytes of a body that are looked at: what faults and refusals repeat of one stands at its head. */
const maxBody = 1 << 20

/**
 * Takes out of a text (a reason, a line of the log) whatever it repeats of a request: any header value, parameter or member
 * of a body may be a secret, and any segment of a path. Words that the document itself has stay.
 */
export function mask(text: string, request: MaskedRequest, isDocumented: (word: string) => boolean): string {
  const values = valuesOf(request)
  // Of a hundred thousand values, hardly any stands in the text.
  const repeated = new Set(values.filter((value) => value.length >= 3 && text.includes(value) && !isDocumented(value)))
  const longestFirst = [...repeated].sort((one, other) => other.length - one.length)
  const long = values.filter((value) => value.length >= window && !isDocumented(value))
  return withoutParts(
    longestFirst.reduce((masked, value) => masked.replaceAll(value, hidden), text),
    long.join('\0'),
  )
}

/** A message may cut a value short: those of JSON's parser do. */
function withoutParts(text: string, values: string): string {
  const covered = new Uint8Array(text.length)
  for (let start = 0; start + window <= text.length; start++) {
    if (values.includes(text.slice(start, start + window))) covered.fill(1, start, start + window)
  }
  let masked = ''
  for (let at = 0; at < text.length; at++) {
    if (!covered[at]) masked += text[at]
    else if (!covered[at - 1]) masked += hidden
  }
  return masked
}

function valuesOf({ headers, query, path, body }: MaskedRequest): string[] {
  return [
    ...Object.values(headers).flatMap(wordsOfHeader),
    ...[...new URLSearchParams(query)].flat(),
    ...path.split('/').flatMap((segment) => [segment, decoded(segment)]),
    ...(body ? valuesOfBody(body) : []),
  ]
}

/** The words of a header's value, and what a Basic credential holds. */
function wordsOfHeader(value: string): string[] {
  const basic = /^basic\s+(\S+)/i.exec(value)?.[1]
  return [...value.split(/[\s,;]+/), ...(basic ? Buffer.from(basic, 'base64').toString().split(':') : [])]
}

function valuesOfBody(body: Buffer): string[] {
  const text = body.toString('utf8', 0, maxBody)
  try {
    return leaves(JSON.parse(text))
  } catch {
    return [...text.split(/[\s"'{}[\],]+/), ...new URLSearchParams(text).values()]
  }
}

/** Strings and numbers anywhere in a value. Not recursive: a body may be nested deeper than the stack is. */
function leaves(root: unknown): string[] {
  const found: string[] = []
  const left = [root]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string' || typeof value === 'number') found.push(String(value))
    else if (value) for (const member of Object.values(value)) left.push(member)
  }
  return found
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
