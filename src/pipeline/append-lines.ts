import { isCollection, parseDocument } from 'yaml'
import { UserError } from '../user-error.ts'

/**
 * The text of a YAML file with more lines at the end of a list or mapping. It adds lines and changes no other, so that comments stay.
 *
 * @param file its name in messages
 * @param key where the list or mapping stands in the document; it is added if it is missing
 * @param lines without the indent of the entries
 * @throws {UserError} for a list or mapping to which no line can be added
 */
export function appendLines(file: string, text: string, key: string, lines: readonly string[]): string {
  const node = parseDocument(text).get(key, true)
  const indented = (indent: string) => lines.map((line) => `${indent}${line}\n`).join('')
  if (node === undefined) return `${text === '' ? '' : `${text.trimEnd()}\n`}${key}:\n${indented('  ')}`
  if (!isCollection(node) || node.flow || node.items.length === 0) {
    throw new UserError(`${file}  \`${key}\` must have each entry on separate lines; write it so, and run this again`)
  }
  const [start, end] = node.range ?? [0, 0]
  const indent = ' '.repeat(start - text.lastIndexOf('\n', start) - 1)
  // The line of the last value ends after its comment.
  const lineEnd = text.indexOf('\n', text.slice(0, end).trimEnd().length)
  const [head, rest] = lineEnd < 0 ? [text, ''] : [text.slice(0, lineEnd), text.slice(lineEnd + 1)]
  return `${head}\n${indented(indent)}${rest}`
}
