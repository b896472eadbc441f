import { shellQuote } from '../../redaction/shell-quote.ts'
import { UserError } from '../../user-error.ts'
import { isBoolean, readBoolean } from './flag-lists.ts'
import type { Configuration, Edit, Setting } from './setting.ts'

interface Argument {
  setting: Setting
  /** `-` or `--`; servers of this family read both. */
  hyphens: string
  form: 'bare' | 'equals' | 'next word'
}

/**
 * Reads the words of a server's command line. The words before the first flag are the program, and never change.
 *
 * @throws UserError for a word that is neither a flag nor a value.
 */
export function readCommandLine(words: readonly string[]): Configuration {
  const first = words.findIndex((word) => word.startsWith('-'))
  const start = first === -1 ? words.length : first
  const program = words.slice(0, start)
  refuseProgram(program)
  const args = readArguments(words, start)
  return {
    settings: args.map(({ setting }) => setting),
    write(edits) {
      const written = args.flatMap((argument, index) => writeArgument(argument, edits[index]))
      return `${[...program, ...written].map((word) => shellQuote(word)).join(' ')}\n`
    },
  }
}

function readArguments(words: readonly string[], start: number): Argument[] {
  const args: Argument[] = []
  for (let at = start; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const where = `argument ${at + 1}`
    const [, hyphens, name, value] = /^(--?)([A-Za-z0-9][A-Za-z0-9_.-]*)(?:=(.*))?$/s.exec(word) ?? []
    if (hyphens === undefined || name === undefined) {
      throw new UserError(`${where}: '${word}' is not a flag; a value follows its flag, after = or a blank.`)
    }
    const flag = `--${name}`
    const next = words[at + 1]
    if (value !== undefined) args.push({ setting: { flag, value, where }, hyphens, form: 'equals' })
    else if (next !== undefined && isValue(flag, next)) {
      args.push({ setting: { flag, value: next, where }, hyphens, form: 'next word' })
      at += 1
    } else args.push({ setting: { flag, where }, hyphens, form: 'bare' })
  }
  return args
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
    throw new UserError(`${name} is an environment variable: put it into a file, and give it as --file server.env.`)
  }
  const sentence = program.find((word) => /\s-/.test(word))
  if (sentence !== undefined) {
    throw new UserError(`'${sentence}' is one word: give the command line without quotes around the whole of it.`)
  }
}

function writeArgument({ setting, hyphens, form }: Argument, edit?: Edit): string[] {
  if (edit?.kind === 'drop') return []
  const { flag: name, value = setting.value } = edit?.kind === 'replace' ? edit : setting
  const flag = hyphens + name.slice(2)
  if (value === undefined) return [flag]
  return form === 'next word' ? [flag, value] : [`${flag}=${value}`]
}
