import {
  type Document,
  isMap,
  isNode,
  isScalar,
  type Pair,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLParseError,
} from 'yaml'
import { UserError } from '../../user-error.ts'
import { featureGates, isBoolean } from './flag-lists.ts'
import type { Configuration, Edit, Setting } from './setting.ts'

/** A pair of the root map, and the positions of its text in the file. */
interface FlagEntry {
  pair: Pair<Scalar, unknown>
  setting: Setting
  key: [start: number, end: number]
  /** End of the value, and of the line on which it ends. */
  valueEnd: number
  lineEnd: number
}

/**
 * Reads a configuration file whose keys are flags without their hyphens. Comments, quotes, order and indentation of everything else
 * never change.
 *
 * @throws UserError for text that is not a YAML map, a key given twice, and merge keys.
 */
export function readYaml(text: string): Configuration {
  const document = parseDocument(text, { prettyErrors: true })
  const entries = readEntries(document, text)
  return {
    settings: entries.map(({ setting }) => setting),
    write(edits) {
      if (edits.every(({ kind }) => kind === 'keep')) return text
      const flow = isMap(document.contents) && document.contents.flow === true
      const written = flow ? editMap(document, entries, edits) : editText(text, entries, edits)
      expectSettings(written, entries, edits)
      return written
    },
  }
}

function readEntries(document: Document, text: string): FlagEntry[] {
  const [error] = document.errors
  if (error) throw new UserError(explain(error as YAMLParseError, text))
  if (isEmpty(document)) return []
  if (!isMap(document.contents)) throw new UserError('The file is not a map of flags and values, such as name: m1.')
  resolve(document)
  const { items } = document.contents as YAMLMap<Scalar, unknown>
  return items.map((pair) => readEntry(pair, text))
}

/** A file whose last flag has been dropped may still hold `---`. */
function isEmpty({ contents }: Document): boolean {
  return contents === null || (isScalar(contents) && contents.value === null)
}

function explain({ code, message, pos: [at], linePos }: YAMLParseError, text: string): string {
  if (code === 'DUPLICATE_KEY') {
    const [key] = /^("[^"]*"|'[^']*'|[^\s:,}]*)/.exec(text.slice(at)) ?? []
    return `The file gives ${key} twice, the second time on line ${linePos?.[0].line}. Keep the one that holds.`
  }
  const [first = ''] = message.split('\n')
  return `The file is not YAML: ${first.replace(/:$/, '')}.`
}

function readEntry(pair: Pair<Scalar, unknown>, text: string): FlagEntry {
  const { key, value } = pair
  const [start, end] = (isScalar(key) && key.range) || [0, 0]
  const where = `line ${text.slice(0, start).split('\n').length}`
  if (!isScalar(key) || typeof key.value !== 'string') throw new UserError(`${where}: this key is not a flag.`)
  if (key.value === '<<') throw new UserError(`${where}: a merge key hides flags; write out what it merges.`)
  const flag = `--${key.value}`
  const scalar = isScalar(value)
  if (!scalar && (isBoolean(flag) || flag === featureGates)) {
    throw new UserError(`${where}: the value of ${key.value} has to be text, not a list, a map or an alias.`)
  }
  const [, valueEnd, lineEnd] = (isNode(value) && value.range) || [start, end, end]
  const written = scalar ? String(value.value ?? '') : ''
  return { pair, setting: { flag, value: written, where }, key: [start, end], valueEnd, lineEnd }
}

/** Edits from the last entry to the first, so that earlier positions stay valid. */
function editText(text: string, entries: readonly FlagEntry[], edits: readonly Edit[]): string {
  return entries.reduceRight((edited, { key: [start, end], valueEnd, lineEnd }, index) => {
    const edit = edits[index]
    if (!edit || edit.kind === 'keep') return edited
    if (edit.kind === 'drop')
      return edited.slice(0, edited.lastIndexOf('\n', start - 1) + 1) + afterLine(edited, lineEnd)
    const name = edit.flag.slice(2)
    if (edit.value === undefined) return edited.slice(0, start) + name + edited.slice(end)
    return `${edited.slice(0, start)}${name}: ${edit.value}${edited.slice(valueEnd)}`
  }, text)
}

/** An entry without a value ends before the end of its line. */
function afterLine(text: string, end: number): string {
  return text[end - 1] === '\n' ? text.slice(end) : text.slice(end).replace(/^[ \t]*(#.*)?\r?\n/, '')
}

/** The library writes a map in braces, as in JSON, since its commas must stay correct. */
function editMap(document: Document, entries: readonly FlagEntry[], edits: readonly Edit[]): string {
  entries.forEach(({ pair }, index) => {
    const edit = edits[index]
    if (!edit || edit.kind === 'keep') return
    if (edit.kind === 'drop') document.delete(pair.key.value)
    else {
      pair.key.value = edit.flag.slice(2)
      if (edit.value !== undefined && isScalar(pair.value)) {
        pair.value.value = edit.value
        pair.value.type = 'QUOTE_DOUBLE'
      }
    }
  })
  return document.toString({ lineWidth: 0 })
}

/** Reads the result back. A removed flag may have held the anchor of an alias, and a file may be written in an unusual way. */
function expectSettings(configuration: string, entries: readonly FlagEntry[], edits: readonly Edit[]): void {
  const expected = entries.flatMap(({ setting }, index) => {
    const edit = edits[index]
    if (edit?.kind === 'drop') return []
    return [edit?.kind === 'replace' ? edit.flag : setting.flag]
  })
  const flags = readYaml(configuration).settings.map(({ flag }) => flag)
  if (flags.join() === expected.join()) return
  throw new UserError('The file is written in a way that cannot be edited safely; write one plain `key: value` a line.')
}

function resolve(document: Document): void {
  try {
    document.toJS()
  } catch (error) {
    throw new UserError(`An alias of the file cannot be followed: ${(error as Error).message}. Write its value out.`)
  }
}
