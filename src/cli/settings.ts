import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { isMapping } from '../contract/json-pointer.ts'
import { suggest } from '../contract/suggest.ts'
import { findRoot } from '../workspace/find-root.ts'
import { type Flag, type Flags, flagsOf } from './define-command.ts'

const file = 'rulebound.yaml'

/** Flags that no file sets, by command: they say what one run does, or are secret. `*` stands for all. */
export const notInSettings: Readonly<Record<string, string>> = {
  completion: '*',
  diff: 'json',
  generate: 'check',
  init: '*',
  'kv-upgrade': '*',
  lint: 'json',
  mock: 'controlToken',
  new: '*',
  proxy: 'json',
  rules: '*',
  validate: 'json',
  verify: 'json merge record',
}

/** The settings of a command and of its modes, which stand in one mapping under its name. */
export function settingsOf(command: Command): Flags {
  const left = notInSettings[command.name()] ?? ''
  const all = [command, ...command.commands].flatMap((one) => Object.entries(flagsOf(one)))
  return Object.fromEntries(all.filter(([key]) => left !== '*' && !left.split(' ').includes(key)))
}

/**
 * Gives a command what `rulebound.yaml` says, beside `redocly.yaml` or else in the working directory. Flags of the command line
 * replace it, and add to what may be repeated.
 *
 * @param sections names of all commands
 * @throws {UserError} for what is no setting, with its line
 */
export async function applySettings(command: Command, sections: readonly string[]): Promise<void> {
  const folder = relative(process.cwd(), findRoot(process.cwd()) ?? '.')
  const path = join(folder, file)
  if (!existsSync(path)) return
  // Most folders have no settings, and need no YAML.
  const { readYamlPart } = await import('../contract/yaml-file.ts')
  const { data, fault } = readYamlPart({ file: path, path: [] })
  const known = sections.filter((name) => notInSettings[name] !== '*')
  const { overlays, ...ofCommands } = Object(data)
  for (const name of Object.keys(ofCommands))
    if (!known.includes(name))
      throw fault([name], `no command has settings of this name; ${suggest(name, [...known, 'overlays'])}`)
  // All commands that read documents have the flag.
  for (const one of overlays === undefined ? [] : [command, ...command.commands]) {
    const flag = flagsOf(one).overlay
    const option = one.options.find((option) => option.attributeName() === 'overlay')
    if (!flag) continue
    if (!Array.isArray(overlays)) throw fault(['overlays'], 'write a list of files')
    one.setOptionValueWithSource('overlay', readValue(flag, option, overlays, folder), 'config')
  }
  const section = command.name()
  const given = Object(data)[section] ?? {}
  if (!isMapping(given)) throw fault([section], 'write a mapping of settings, such as `port: 4010`')
  const settings = settingsOf(command)
  for (const [key, value] of Object.entries(given)) {
    const flag = settings[key]
    if (!flag) throw fault([section, key], `there is no such setting; ${suggest(key, Object.keys(settings))}`)
    for (const one of [command, ...command.commands]) {
      const option = one.options.find((option) => option.attributeName() === key && !option.negate)
      if (!Object.hasOwn(flagsOf(one), key)) continue
      try {
        const read = flag.isContent && typeof value !== 'string' ? { file: path, path: [section, key] } : undefined
        one.setOptionValueWithSource(key, read ?? readValue(flag, option, value, folder), 'config')
      } catch (error) {
        throw error instanceof InvalidArgumentError ? fault([section, key], error.message) : error
      }
    }
  }
}

/** What the command line would make of the value. Files are named from the folder of the settings. */
function readValue({ form, repeats }: Flag, option: Option | undefined, value: unknown, folder: string): unknown {
  if (typeof value === 'boolean' && (form === undefined || form.startsWith('['))) return value
  if (form === undefined || !option) throw new InvalidArgumentError('Write true or false.')
  const locate = (text: string) => (/fil|fold|path/.test(form) && text !== '-' ? join(folder, text) : text)
  const isList = repeats !== undefined || option.variadic
  const pairs = isMapping(value) && /[:=]/.test(form) ? Object.entries(value) : undefined
  const separator = form.includes(': ') ? ': ' : '='
  const given = pairs ?? (Array.isArray(value) && isList ? value : [value])
  const texts = given.map((one) => {
    const [name, text] = pairs ? one : [undefined, one]
    if (!['string', 'number'].includes(typeof text))
      throw new InvalidArgumentError(
        `Write ${isList ? `a list of ${form}, or a mapping where it has two parts` : form}.`,
      )
    return name === undefined ? locate(String(text)) : `${name}${separator}${locate(String(text))}`
  })
  if (option.variadic) return texts
  return texts.reduce<unknown>((before, text) => (option.parseArg ? option.parseArg(text, before) : text), undefined)
}
