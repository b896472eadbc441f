import { hidden } from './secret-names.ts'
import { decode, leavesOf, wordsOfHeader } from './secret-values.ts'

/** The parts of a request that a text may repeat. */
interface MaskedRequest {
  readonly headers: Readonly<Record<string, string>>
  /** Percent-encoded. */
  readonly path: string
  /** Without `?`. */
  readonly query: string
  readonly body: Buffer | null
}

/** A run of this many characters counts as copied from a value; a shorter run is chance. */
const window = 8

/** Bytes of a body that are read. Errors and refusals repeat the beginning of a body. */
const maxBody = 1 << 20

/**
 * Takes all parts of a request out of a text, such as a reason or a line of the log. Any header, parameter, segment of the path
 * or member of the body may be a secret. Words of the document stay.
 */
export function mask(text: string, request: MaskedRequest, isDocumented: (word: string) => boolean): string {
  const values = valuesOf(request)
  // A body may have a hundred thousand values, and few of them occur in the text.
  const repeated = new Set(values.filter((value) => value.length >= 3 && text.includes(value) && !isDocumented(value)))
  const longestFirst = [...repeated].sort((one, other) => other.length - one.length)
  const long = values.filter((value) => value.length >= window && !isDocumented(value))
  return withoutParts(
    longestFirst.reduce((masked, value) => masked.replaceAll(value, hidden), text),
    long.join('\0'),
  )
}

/** Messages may cut a value short, as those of the JSON parser do. */
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
    ...path.split('/').flatMap((segment) => [segment, decode(segment)]),
    ...(body ? valuesOfBody(body.toString('utf8', 0, maxBody)) : []),
  ]
}

function valuesOfBody(text: string): string[] {
  try {
    return [...leavesOf(JSON.parse(text))].flatMap(({ value }) =>
      typeof value === 'string' || typeof value === 'number' ? String(value) : [],
    )
  } catch {
    return [...text.split(/[\s"'{}[\],]+/), ...new URLSearchParams(text).values()]
  }
}
