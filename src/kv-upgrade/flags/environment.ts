import { UserError } from '../../user-error.ts'
import type { Configuration, Edit, Setting } from './setting.ts'

interface EnvironmentLine {
  text: string
  assigns: boolean
  /** Absent for comments, blank lines and variables of other programs. */
  setting?: Setting
}

/**
 * Reads a file of `NAME=value` lines, the environment of a service. Comments, blank lines and variables of other programs never change.
 *
 * @param prefix Start of the server's variables, `KV_`: `KV_MAX_LEARNERS` is `--max-learners`. The documents show no variable; the
 *   names are those of the family.
 * @throws UserError for a line that assigns nothing, and for a file in which no variable has the prefix.
 */
export function readEnvironment(text: string, prefix: string): Configuration {
  const lines = text.split('\n').map((line, index) => readLine(line, `line ${index + 1}`, prefix))
  const settings = lines.flatMap(({ setting }) => setting ?? [])
  // A file without a variable of the server may have another prefix. An empty file has no settings.
  if (settings.length === 0 && lines.some(({ assigns }) => assigns)) {
    throw new UserError(`No variable starts with ${prefix}; say what they start with: --env-prefix KVSERVER_`)
  }
  return {
    settings,
    write(edits) {
      const left = [...edits]
      const written = lines.flatMap(({ text: line, setting }) =>
        setting ? writeLine(line, setting, left.shift(), prefix) : [line],
      )
      return written.join('\n')
    },
  }
}

function readLine(text: string, where: string, prefix: string): EnvironmentLine {
  if (/^\s*([#;].*)?$/.test(text)) return { text, assigns: false }
  const [, name, raw] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(text) ?? []
  if (name === undefined || raw === undefined) {
    // The rest of the line may hold a secret.
    const [word = ''] = text.trim().split(/\s/)
    throw new UserError(
      `${where}: the text that begins with '${word.slice(0, 40)}' is neither NAME=value nor a comment.`,
    )
  }
  if (/(^|[^\\])(\\\\)*\\\s*$/.test(raw))
    throw new UserError(`${where}: write ${name} on one line, without \\ at its end.`)
  const flag = `--${name.slice(prefix.length).toLowerCase().replaceAll('_', '-')}`
  if (name !== nameOf(flag, prefix)) return { text, assigns: true }
  return { text, assigns: true, setting: { flag, value: unquote(raw.trim(), where), where } }
}

function unquote(raw: string, where: string): string {
  const [quote] = raw
  if (quote !== '"' && quote !== "'") return raw
  if (raw.length < 2 || !raw.endsWith(quote))
    throw new UserError(`${where}: the quote ${quote} does not end on this line.`)
  return raw.slice(1, -1)
}

function writeLine(text: string, setting: Setting, edit: Edit | undefined, prefix: string): string[] {
  if (edit?.kind === 'drop') return []
  if (edit?.kind !== 'replace') return [text]
  const renamed = text.replace(nameOf(setting.flag, prefix), nameOf(edit.flag, prefix))
  if (edit.value === undefined) return [renamed]
  return [renamed.slice(0, renamed.indexOf('=') + 1) + edit.value]
}

function nameOf(flag: string, prefix: string): string {
  return prefix + flag.slice(2).toUpperCase().replaceAll('-', '_')
}
