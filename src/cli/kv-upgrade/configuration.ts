import { readCommandLine } from '../../kv-upgrade/flags/command-line.ts'
import { readEnvironment } from '../../kv-upgrade/flags/environment.ts'
import type { Configuration } from '../../kv-upgrade/flags/setting.ts'
import { readYaml } from '../../kv-upgrade/flags/yaml-file.ts'
import { v2Answers } from '../../kv-upgrade/v2-store.ts'
import { readTextFile } from '../../text-file.ts'
import { UserError } from '../../user-error.ts'
import { flag, type ValuesOf } from '../define-command.ts'

export const commandLine = { '[commandLine...]': 'after --, the 3.5 command line of the server' } as const

/** The flags that name a configuration, and the answer about the v2 store. */
export const configurationFlags = {
  file: flag('<file>', 'configuration file, or file of environment variables; - is standard input'),
  format: flag('<format>', 'format of the file (default: by its name)', { choices: ['yaml', 'env'] }),
  envPrefix: flag('<prefix>', "start of the names of the server's variables", { default: 'KV_' }),
  v2Store: flag('<answer>', 'answer of `check v2store` about the v2 store', { choices: v2Answers }),
} as const

export type ConfigurationFlags = ValuesOf<typeof configurationFlags>

/** Reads the configuration that the options name; undefined if they name none. */
export function readConfiguration(words: readonly string[], flags: ConfigurationFlags): Configuration | undefined {
  const { file, envPrefix } = flags
  if (file !== undefined && words.length > 0) {
    throw new UserError('Give a --file or a command line after --, not both.')
  }
  if (words.length > 0) return readCommandLine(words)
  if (file === undefined) return undefined
  const format = flags.format ?? formatOf(file)
  const text = readTextFile(file)
  return format === 'yaml' ? readYaml(text) : readEnvironment(text, envPrefix)
}

function formatOf(file: string): 'yaml' | 'env' {
  if (/\.(ya?ml|json)$/i.test(file)) return 'yaml'
  if (/(^|[./])env$/i.test(file)) return 'env'
  throw new UserError(`The name of ${file} does not tell its form; add --format yaml or --format env.`)
}
