import { basename } from 'node:path'
import { CORE_SCHEMA, intCoreTag, load, mergeTag, type ScalarTagDefinition } from 'js-yaml'
import { UserError } from '../../user-error.ts'
import { keepDigits } from '../integers.ts'
import { below, isObject } from '../json-pointer.ts'
import { parseYaml, type YamlFile } from '../yaml-file.ts'

/** A document cannot be read at all. The message has one line for each place: file, line, column, JSON pointer, fault. */
export class DocumentError extends UserError {}

/** Most values of a document whose aliases are written out. */
const maxValues = 20_000_000

/**
 * The value of a text of JSON or YAML.
 *
 * @param file its name in messages
 * @throws {DocumentError} for any other text
 */
export function parseText(file: string, text: string): unknown {
  const value = parseJsonOrYaml(file, text)
  if (text.includes('&') && countValues(value, new Map()) > maxValues)
    throw new DocumentError(`${file}:1:1 /  its aliases write out more than ${maxValues} values, or contain themselves`)
  return value
}

/** A reviver takes most of the time of a parser, and few documents have such numbers. */
const hasLongNumber = /\d{16}/

/** As YAML 1.2, with `<<` and all digits of integers. */
const schema = CORE_SCHEMA.withTags(mergeTag, {
  ...intCoreTag,
  resolve: (source, ...more) =>
    keepDigits('', intCoreTag.resolve(source, ...more), { source: source.replace(/^\+/, '') }),
} as ScalarTagDefinition)

function parseJsonOrYaml(file: string, text: string): unknown {
  const isJson = /^\s*[[{]/.test(text)
  try {
    if (isJson) return hasLongNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text)
  } catch {
    // A flow mapping of YAML starts like JSON, and the reader of YAML says where the fault is.
  }
  try {
    return load(text, { schema, json: true, maxDepth: 1000 })
  } catch (error) {
    const read =
      text.length < 2_000_000 && !(error instanceof RangeError)
        ? attempt(() => parseYaml(basename(file), text))
        : undefined
    // A bracket that closes without indentation is refused by js-yaml alone.
    if (read?.diagnostics.length === 0 && /indentation/.test(String(error))) return read.data
    throw new DocumentError(describeSyntax(file, text, error, read))
  }
}

function describeSyntax(file: string, text: string, error: unknown, read?: YamlFile): string {
  const { reason, mark } = error as { reason?: string; mark?: { line: number; column: number } }
  if (read && read.diagnostics.length > 0)
    return read.diagnostics
      .map(({ line, column, message }) => `${file}:${line}:${column} ${pointerAtLine(text, line)}  ${message}`)
      .join('\n')
  const [line, column] = [(mark?.line ?? 0) + 1, (mark?.column ?? 0) + 1]
  const said =
    error instanceof RangeError ? 'it is nested too deeply' : (reason ?? (error as Error).message.split('\n')[0])
  return `${file}:${line}:${column} ${pointerAtLine(text, line)}  ${said}`
}

function attempt<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch {
    return undefined
  }
}

/** The JSON pointer of the mapping in block style that a line belongs to, by its indentation. */
function pointerAtLine(text: string, last: number): string {
  const open: { indent: number; key: string }[] = []
  for (const line of text.split('\n').slice(0, last)) {
    const [, space = '', key] = /^([ -]*)["']?([^\s"'#:{[][^:"']*)["']?:(?:\s|$)/.exec(line) ?? []
    if (key === undefined) continue
    while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= space.length) open.pop()
    open.push({ indent: space.length, key })
  }
  return open.length > 0 ? below('', ...open.map(({ key }) => key)) : '/'
}

/** Number of values with aliases written out; more than the limit for a value that contains itself. */
function countValues(value: unknown, known: Map<object, number>): number {
  if (!isObject(value)) return 1
  const seen = known.get(value)
  if (seen !== undefined) return seen
  known.set(value, Number.POSITIVE_INFINITY)
  let count = 1
  for (const member of Object.values(value)) count += countValues(member, known)
  known.set(value, count)
  return count
}
