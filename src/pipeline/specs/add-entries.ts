import { isMap, isNode, parseDocument } from 'yaml'
import { UserError } from '../../user-error.ts'

/**
 * The text of `redocly.yaml` with more interfaces at the end of `apis`. It adds lines and changes no other, so that comments stay.
 *
 * @param entries the lines of each interface, such as `root: openapi.yaml`
 * @throws {UserError} for `apis` to which no line can be added
 */
export function addEntries(text: string, entries: ReadonlyMap<string, readonly string[]>): string {
  const apis = parseDocument(text).get('apis', true)
  const isBlock = isMap(apis) && !apis.flow && apis.items.length > 0
  const first = isBlock ? apis.items[0]?.key : undefined
  const from = isNode(first) ? (first.range?.[0] ?? 0) : 0
  const indent = isBlock ? ' '.repeat(from - text.lastIndexOf('\n', from) - 1) : '  '
  const added = Array.from(
    entries,
    ([name, lines]) => `${indent}${name}:\n${lines.map((line) => `${indent}${indent}${line}\n`).join('')}`,
  ).join('')
  if (apis === undefined) return `${text.trimEnd()}\napis:\n${added}`
  if (!isBlock) {
    throw new UserError(
      'redocly.yaml  `apis` must list each document on lines of its own; write it so, and run this again',
    )
  }
  // The line of the last value ends after its comment.
  const lineEnd = text.indexOf('\n', text.slice(0, apis.range?.[1]).trimEnd().length)
  const [head, rest] = lineEnd < 0 ? [text, ''] : [text.slice(0, lineEnd), text.slice(lineEnd + 1)]
  return `${head}\n${added}${rest}`
}
