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

/** Characters of a text that are kept. The work grows with its length, and a reason may repeat a name of a megabyte. */
const maxText = 2000

/** Bytes of a body that are read. Errors and refusals repeat the beginning of a body. */
const maxBody = 1 << 20

/**
 * Takes all parts of a request out of a text, such as a reason or a line of the log. Any header, parameter, segment of the path
 * or member of the body may be a secret. Words of the document stay, also where a part of them is in the request.
 */
export function mask(given: string, request: MaskedRequest, isDocumented: (word: string) => boolean): string {
  // So a value that the end cuts short is still found.
  const text = given.slice(0, maxText + window)
  const values = valuesOf(request).filter((value) => value.length >= 3 && !isDocumented(value))
  const documented = documentedWords(text, isDocumented)
  const covered = new Uint8Array(text.length)
  const cover = (start: number, end: number) => {
    if (!documented.some((word) => word.start <= start && end <= word.end)) covered.fill(1, start, end)
  }
  // A body may have a hundred thousand values, and few of them occur in the text.
  for (const value of new Set(values.filter((one) => text.includes(one)))) {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length))
      cover(at, at + value.length)
  }
  // Messages may cut a value short, as those of the JSON parser do.
  const whole = covered.slice()
  const all = values.join('\0')
  for (let start = 0; start + window <= text.length; start++) {
    const isWhole = whole.subarray(start, start + window).includes(1)
    if (!isWhole && all.includes(text.slice(start, start + window))) cover(start, start + window)
  }
  let masked = ''
  for (let at = 0; at < Math.min(text.length, maxText); at++) {
    if (!covered[at]) masked += text[at]
    else if (!covered[at - 1]) masked += hidden
  }
  return masked
}

/** Places of media types, segments of paths and other words that the document has. */
function documentedWords(text: string, isDocumented: (word: string) => boolean): { start: number; end: number }[] {
  // Each begins where a word does: tried at every letter of a long word, they would take minutes.
  const forms = [/(?<![\w.+-])[\w.+-]+\/[\w.+-]*\w/g, /(?<![^\s/'"?,;:()])[^\s/'"?,;:()]*[^\s/'"?,;:().]/g]
  return forms.flatMap((words) =>
    [...text.matchAll(words)].flatMap(({ 0: word, index }) =>
      isDocumented(word) ? [{ start: index, end: index + word.length }] : [],
    ),
  )
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
    return [...text.split(/[\s"'{}[\],]/), ...new URLSearchParams(text).values()]
  }
}
