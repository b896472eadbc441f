import { Command, Option } from 'commander'
import { nearestName } from '../contract/suggest.ts'
import type { YamlPlace } from '../contract/yaml-file.ts'
import { UserError } from '../user-error.ts'
import { UnknownNameError } from '../workspace/select-named.ts'
import { withProgress } from './progress.ts'
import { runCommand } from './run-command.ts'

/** A flag. Its name is its key: `maxViolations` is `--max-violations`. */
export interface Flag {
  /** What it does, in words that continue its name. */
  text?: string
  /** Its value, such as `<file>`; without it, the flag is on or off. */
  form?: string
  short?: string
  /** Reads one value. The function throws an `InvalidArgumentError`. */
  parse?: (text: string) => unknown
  choices?: readonly string[]
  default?: unknown
  /** The default, where its value says little. */
  shownDefault?: string
  env?: string
  group?: string
  required?: true
  /** It may be given several times; `pairs` are parsed as a name and a value. */
  repeats?: 'list' | 'pairs'
  /** It names a YAML file, whose content may stand in the settings. */
  isContent?: true
  /** What `--no-` before its name does. Without a text, the flag is on unless this is given. */
  negated?: string
}

/** A flag with a value, such as `<file>`. */
export function flag<const Form extends string, const More extends Omit<Flag, 'form' | 'text'> = object>(
  form: Form,
  text: string,
  more?: More,
): { form: Form; text: string } & More {
  return { form, text, ...(more as More) }
}

/** A flag that is on or off. */
export function toggle<const More extends Omit<Flag, 'form' | 'text'> = object>(
  text: string,
  more?: More,
): { text: string } & More {
  return { text, ...(more as More) }
}

export type Flags = Readonly<Record<string, Flag>>

type One<F> = F extends { isContent: true }
  ? YamlPlace
  : F extends { parse: (text: string) => infer Value }
    ? Value
    : F extends { choices: readonly (infer Choice)[] }
      ? Choice
      : F extends { form: `${string}...>` }
        ? string[]
        : F extends { form: string }
          ? string
          : boolean
type ValueOf<F> = F extends { repeats: 'pairs' }
  ? Record<string, string>
  : F extends { repeats: 'list' }
    ? (One<F> extends readonly (infer Item)[] ? Item : One<F>)[]
    : F extends { form: `[${string}` }
      ? One<F> | true
      : One<F>
type IsAbsent<F> = F extends { required: true } | { default: unknown } | { repeats: string }
  ? false
  : F extends { form: string } | { text: string; negated: string }
    ? true
    : false

/** What a command gets for its flags. */
export type ValuesOf<F extends Flags> = {
  -readonly [Name in keyof F as IsAbsent<F[Name]> extends true ? never : Name]: ValueOf<F[Name]>
} & { -readonly [Name in keyof F as IsAbsent<F[Name]> extends true ? Name : never]?: ValueOf<F[Name]> }

interface CommandDefinition<F extends Flags> {
  /** What it does; the list of commands has that of the others. */
  text?: string
  /** Forms and descriptions of its arguments. */
  words?: Readonly<Record<string, string>>
  flags: F
  /** Text below its flags. */
  more: string
  /** @returns the exit code, if it is not 0 */
  run(words: string[], flags: ValuesOf<F>): Promise<number> | Promise<void>
  modes?: readonly Command[]
}

const flagsOfCommands = new WeakMap<Command, Flags>()

/** The flags that a command was defined with. */
export function flagsOf(command: Command): Flags {
  return flagsOfCommands.get(command) ?? {}
}

/** A command whose flags have their types, their help and their place in the settings from one declaration. */
export function defineCommand<const F extends Flags>(
  name: string,
  { text = '', words = {}, flags, more, run, modes = [] }: CommandDefinition<F>,
): Command {
  const command = new Command(name).description(text).addHelpText('after', `\n${more}`)
  for (const [form, description] of Object.entries(words)) command.argument(form, description)
  for (const option of Object.entries(flags).flatMap(([key, flag]) => optionsOf(key, flag))) command.addOption(option)
  for (const mode of modes) command.addCommand(mode)
  // Otherwise, the command would take the flags of its modes.
  if (modes.length > 0) command.enablePositionalOptions()
  flagsOfCommands.set(command, flags)
  return command.action((...given: unknown[]) =>
    runCommand(() => {
      takeFlagsBeforeMode(command)
      const words = given
        .slice(0, -2)
        .flat()
        .filter((word) => typeof word === 'string')
      return withProgress<unknown>(name, () => run(words, command.opts<ValuesOf<F>>())).catch((error: unknown) => {
        throw orMode(error, command)
      })
    }),
  )
}

/** A word that names no interface may be a mode that is written wrong. */
function orMode(error: unknown, command: Command): unknown {
  if (!(error instanceof UnknownNameError)) return error
  const modes = command.commands.map((mode) => mode.name())
  const meant = nearestName(error.word, [...error.known, ...modes])
  if (meant === undefined || !modes.includes(meant)) return error
  return new UserError(`unknown interface '${error.word}'; did you mean '${command.name()} ${meant}'?`)
}

/** `--max-violations` */
export function nameOf(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function optionsOf(key: string, flag: Flag): Option[] {
  const { text, form, short, choices, repeats, negated, isContent } = flag
  const parse = flag.parse ?? ((one: string) => (isContent ? { file: one, path: [] } : one))
  const negative = negated === undefined ? [] : [new Option(nameOf(key).replace('--', '--no-'), negated)]
  if (text === undefined) return negative
  const names = `${short === undefined ? '' : `-${short}, `}${nameOf(key)}${form === undefined ? '' : ` ${form}`}`
  const option = new Option(names, text)
  if (choices) option.choices(choices)
  if (repeats) option.argParser((one, before) => addTo(before, parse(one), repeats))
  else if (flag.parse || isContent) option.argParser(parse)
  const empty = repeats ? { list: [], pairs: {} }[repeats] : form || negated ? undefined : false
  option.default(flag.default ?? (flag.required ? undefined : empty), flag.shownDefault)
  if (flag.env) option.env(flag.env)
  if (flag.group) option.helpGroup(flag.group)
  return [flag.required ? option.makeOptionMandatory() : option, ...negative]
}

function addTo(before: unknown, value: unknown, repeats: 'list' | 'pairs'): unknown {
  if (repeats === 'list') return [...((before as unknown[] | undefined) ?? []), value].flat()
  return { ...(before as object), ...Object.fromEntries([value as [string, string]]) }
}

/** `verify --target target.yaml plan` is `verify plan --target target.yaml`. */
function takeFlagsBeforeMode(command: Command): void {
  const { parent } = command
  for (const key of parent ? Object.keys(flagsOf(parent)) : []) {
    if (parent?.getOptionValueSource(key) !== 'cli') continue
    if (!Object.hasOwn(flagsOf(command), key)) command.error(`error: ${nameOf(key)} is not for '${command.name()}'`)
    command.setOptionValueWithSource(key, parent.getOptionValue(key), 'cli')
  }
}
