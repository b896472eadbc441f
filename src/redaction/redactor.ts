import { hidden } from './secret-names.ts'
import { writtenAnyhow, writtenInBase64 } from './secret-patterns.ts'

/** Shorter values occur in any text by chance, and a text without them would be unreadable. */
const minLength = 4

/** Characters of Base64 that are removed on either side of a secret. */
const maxRun = 4096

/** Takes secrets out of texts. */
export interface Redactor {
  text(text: string): string
  /** The text to show for a text that is exactly a secret; undefined for any other text. */
  whole(text: string): string | undefined
}

/** Places in a text, and the text to show there. */
type Find = (text: string) => Iterable<readonly [start: number, end: number, shown: string]>

/**
 * @param secrets values that must never appear, and what to show instead; found in every encoding
 * @param tokens other values; found as JSON, URLs and headers write them
 */
export function createRedactor(
  secrets: ReadonlyMap<string, string>,
  tokens: ReadonlyMap<string, string> = new Map(),
): Redactor {
  const known = new Map([...tokens, ...secrets])
  // The longest first, so that nothing remains of a value that contains another.
  const longestFirst = [...known].filter(([value]) => value.length >= minLength).sort(([a], [b]) => b.length - a.length)
  const finds = longestFirst.flatMap(([value, shown]) =>
    secrets.has(value)
      ? [anyWriting(value, shown), ...writtenInBase64(value).map(runsAround)]
      : writings(value).map((writing) => occurrences(writing, shown)),
  )
  finds.push(matches(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, hidden), cutShort(longestFirst))
  // Checks receive the same answers again and again.
  const done = new Map<string, string>()
  return {
    text(text) {
      const redacted = done.get(text) ?? finds.reduce(replaceFound, [text]).join('')
      done.set(text, redacted)
      return redacted
    },
    whole: (text) => known.get(text),
  }
}

/** Even pieces are text; odd pieces replace a secret, and are not searched again. */
function replaceFound(pieces: string[], find: Find): string[] {
  return pieces.flatMap((piece, index) => {
    if (index % 2 === 1) return [piece]
    const parts: string[] = []
    let at = 0
    for (const [start, end, shown] of find(piece)) {
      parts.push(piece.slice(at, start), shown)
      at = end
    }
    return [...parts, piece.slice(at)]
  })
}

function matches(pattern: RegExp, shown: string): Find {
  return function* (text) {
    for (const { 0: found, index } of text.matchAll(pattern)) yield [index, index + found.length, shown]
  }
}

/** Most texts contain no escapes, and a search without a pattern is faster. */
function anyWriting(value: string, shown: string): Find {
  const pattern = matches(writtenAnyhow(value), shown)
  const plain = occurrences(value, shown)
  const escapes = value.includes(' ') ? /[%\\+]|&[#\w]+;/i : /[%\\]|&[#\w]+;/i
  return (text) => (escapes.test(text) ? pattern(text) : plain(text))
}

/** The whole run of Base64 around a secret, because the characters beside it encode its ends. */
function runsAround(core: string): Find {
  return function* (text) {
    let end = 0
    for (let at = text.indexOf(core); at !== -1; at = text.indexOf(core, end)) {
      const [before = ''] = /(?:[\w+/-]|%2[bf])*$/i.exec(text.slice(Math.max(end, at - maxRun), at)) ?? []
      const [after = ''] = /^(?:[\w+/-]|%2[bf])*(?:=|%3d)*/i.exec(text.slice(at + core.length, at + maxRun)) ?? []
      end = at + core.length + after.length
      yield [at - before.length, end, hidden]
    }
  }
}

function writings(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1)
  return [...new Set([value, json, encodeURIComponent(value.toWellFormed())])]
}

function occurrences(value: string, shown: string): Find {
  return function* (text) {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
      yield [at, at + value.length, shown]
    }
  }
}

/** Messages of assertions and parsers cut values short, and mark the place with an ellipsis. */
function cutShort(secrets: readonly (readonly [value: string, shown: string])[]): Find {
  return function* (text) {
    let from = 0
    for (const { 0: ellipsis, index } of text.matchAll(/["']?(?:…|\.{3})/g)) {
      const before = text.slice(from, index)
      from = index + ellipsis.length
      const cut = secrets.find(([value]) => longestEndThatBegins(before, value) > 0)
      if (cut) yield [index - longestEndThatBegins(before, cut[0]), index, cut[1]]
    }
  }
}

/** Length of the longest end of a text that is the beginning of a value. */
function longestEndThatBegins(text: string, value: string): number {
  for (let length = Math.min(text.length, value.length - 1); length >= minLength; length--) {
    if (text.endsWith(value.slice(0, length))) return length
  }
  return 0
}
