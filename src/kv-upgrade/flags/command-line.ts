import { shellQuote } from '../../redaction/shell-quote.ts'
import { InputError } from '../../user-error.ts'
import { isBoolean, readBoolean } from './flag-lists.ts'
import { migrateSettings } from './migrate.ts'
import type { Edit, Migration, Setting } from './setting.ts'

/** Words that never change, or a flag with its value. */
type Part = { words: readonly string[] } | Argument

interface Argument {
  setting: Setting
  /** `-` or `--`; servers of this family read both. */
  hyphens: string
  form: 'bare' | 'equals' | 'next word'
}

/**
 * Rewrites the words of a server's command line. The words before the first flag are the program, and never change.
 *
 * @throws InputError for a flag given twice, or a word that is neither a flag nor a value.
 */
export function migrateCommandLine(words: readonly string[]): Migration {
  const parts = readParts(words)
  const { edits, findings } = migrateSettings(settingsOf(parts))
  const left = [...edits]
  const migrated = parts.flatMap((part) =>
    'words' in part ? part.words : writeArgument(part, left.shift() ?? { kind: 'keep' }),
  )
  const changed = edits.some(({ kind }) => kind !== 'keep')
  return { configuration: `${migrated.map((word) => shellQuote(word)).join(' ')}\n`, changed, findings }
}

export function readCommandLine(words: readonly string[]): Setting[] {
  return settingsOf(readParts(words))
}

function settingsOf(parts: readonly Part[]): Setting[] {
  return parts.flatMap((part) => ('setting' in part ? [part.setting] : []))
}

function readParts(words: readonly string[]): Part[] {
  const first = words.findIndex((word) => word.startsWith('-'))
  const start = first === -1 ? words.length : first
  const program = words.slice(0, start)
  refuseProgram(program)
  const parts: Part[] = [{ words: program }]
  for (let at = start; at < words.length; ) {
    const word = words[at] ?? ''
    const [, hyphens, name, value] = /^(--?)([A-Za-z0-9][A-Za-z0-9_.-]*)(?:=(.*))?$/s.exec(word) ?? []
    if (hyphens === undefined || name === undefined) {
      throw new InputError(`argument ${at + 1}: '${word}' is not a flag; a value follows its flag, after = or a blank.`)
    }
    const flag = `--${name}`
    const where = `argument ${at + 1}`
    const next = words[at + 1]
    if (value !== undefined) parts.push({ setting: { flag, value, where }, hyphens, form: 'equals' })
    else if (next !== undefined && isValue(flag, next)) {
      parts.push({ setting: { flag, value: next, where }, hyphens, form: 'next word' })
      at += 1
    } else parts.push({ setting: { flag, where }, hyphens, form: 'bare' })
    at += 1
  }
  return parts
}

/** The word after a flag is its value unless it is a flag. The value of a boolean is true or false, nothing else. */
function isValue(flag: string, next: string): boolean {
  if (isBoolean(flag)) return readBoolean(next) !== undefined
  return !next.startsWith('-') || /^-\d/.test(next)
}

function refuseProgram(program: readonly string[]): void {
  const assignment = program.find((word) => /^[A-Z][A-Z0-9_]*=/.test(word))
  if (assignment !== undefined) {
    const name = assignment.slice(0, assignment.indexOf('='))
    throw new InputError(`${name} is an environment variable: put it into a file, and give it as --file server.env.`)
  }
  const sentence = program.find((word) => /\s-/.test(word))
  if (sentence !== undefined) {
    throw new InputError(`'${sentence}' is one word: give the command line without quotes around the whole of it.`)
  }
}

function writeArgument({ setting, hyphens, form }: Argument, edit: Edit): string[] {
  if (edit.kind === 'drop') return []
  const flag = hyphens + (edit.kind === 'replace' ? edit.flag : setting.flag).slice(2)
  const changed = edit.kind === 'replace' ? edit.value : undefined
  const value = changed ?? setting.value
  if (value === undefined) return [flag]
  return form === 'next word' ? [flag, value] : [`${flag}=${value}`]
}
