import { shellQuote } from '../../redaction/shell-quote.ts'
import { readCommandLine } from './command-line.ts'
import type { Drawn } from './drawn-settings.fixture.ts'
import { readEnvironment } from './environment.ts'
import type { Configuration } from './setting.ts'
import { readYaml } from './yaml-file.ts'

/** One of the forms in which a configuration is written, as text. */
export interface Form {
  name: string
  /** Writes the settings as an operator might: `style` decides on quotes, blanks and comments. */
  write(settings: readonly Drawn[], style: Iterator<number>): string
  read(text: string): Configuration
  /** The comments, which no change may remove. */
  comments(text: string): string[]
}

const choose = <T>(style: Iterator<number>, ...of: readonly T[]): T => of[style.next().value % of.length] as T

const commandLine: Form = {
  name: 'a command line',
  write(settings, style) {
    const words = settings.flatMap(({ flag, value }) => {
      const spelled = choose(style, flag, flag, flag.slice(1))
      if (value === undefined) return [spelled]
      const needsEquals = value.startsWith('-')
      return needsEquals || choose(style, true, false) ? [`${spelled}=${value}`] : [spelled, value]
    })
    return `${['kv-server', ...words].map((word) => shellQuote(word)).join(' ')}\n`
  },
  read: (text) => readCommandLine(wordsOf(text)),
  comments: () => [],
}

/** The words that a shell reads from the output of `shellQuote`. */
function wordsOf(line: string): string[] {
  return [...line.trimEnd().matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(')/g, '$1$2'),
  )
}

const environment: Form = {
  name: 'an environment',
  write(settings, style) {
    const lines = settings.flatMap(({ flag, value = 'true' }) => {
      const name = `KV_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`
      const plain = value.trim() === value
      const written = choose(style, `"${value}"`, `'${value}'`, plain ? value : `"${value}"`)
      const before = choose(style, [], ['', `# of ${name}`], ['; old', 'PATH=/bin'])
      return [...before, `${choose(style, '', '', 'export ', '  ')}${name}=${written}${choose(style, '', '', ' ')}`]
    })
    // One variable of the server always stays, because a file without any is refused.
    return ['KV_STAYS=1', ...lines].join('\n') + choose(style, '', '\n', '\n# end\n')
  },
  read: (text) => readEnvironment(text, 'KV_'),
  comments: (text) => text.match(/^[#;].*$/gm) ?? [],
}

const yaml: Form = {
  name: 'a YAML file',
  write(settings, style) {
    const blanks = choose(style, '', '', '  ')
    const lines = settings.flatMap(({ flag, value = 'true' }) => {
      const key = choose(style, flag.slice(2), flag.slice(2), JSON.stringify(flag.slice(2)))
      const plain = /^[\w./]+$/.test(value) ? value : `'${value}'`
      const written = choose(style, JSON.stringify(value), `'${value}'`, plain)
      const before = choose(style, [], ['', `# of ${flag}`], ['# one', '', '# two'])
      return [...before, `${blanks}${key}:${choose(style, ' ', '   ')}${written}${choose(style, '', '  # why', ' ')}`]
    })
    return ['# top', ...choose(style, [], ['---']), ...lines].join('\n') + choose(style, '', '\n', '\n# end\n')
  },
  read: readYaml,
  comments: (text) => text.match(/^#.*$/gm) ?? [],
}

const json: Form = {
  name: 'a JSON file',
  write: (settings, style) =>
    JSON.stringify(
      Object.fromEntries(settings.map(({ flag, value = 'true' }) => [flag.slice(2), value])),
      undefined,
      choose(style, 0, 2),
    ),
  read: readYaml,
  comments: () => [],
}

export const forms: readonly Form[] = [commandLine, environment, yaml, json]
