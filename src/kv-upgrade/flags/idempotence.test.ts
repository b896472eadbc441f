import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shellQuote } from '../../redaction/shell-quote.ts'
import { readCommandLine } from './command-line.ts'
import { readEnvironment } from './environment.ts'
import {
  addedFlags,
  changedDefaults,
  featureGates,
  gateFlags,
  isBoolean,
  newSpellings,
  removedFlags,
  renamedFlags,
} from './flag-lists.ts'
import { migrate } from './migrate.ts'
import type { Configuration, Setting } from './setting.ts'
import { readYaml } from './yaml-file.ts'

type Drawn = [flag: string, value: string]

const newFlags = [...newSpellings, ...addedFlags.keys(), ...changedDefaults.keys(), '--of-the-operator', '--another']
const oldFlags = [...removedFlags.keys(), ...renamedFlags.keys(), ...gateFlags.keys()]
// No quotes, backslashes and line ends: the forms differ in the values that they allow, and other tests cover them.
const text = fc.oneof(
  fc.stringMatching(/^[ -!#-&(-[\]-~äß€]{0,12}$/),
  fc.constantFrom(
    '',
    '5',
    '0x10',
    'true',
    'null',
    'http://m1:2379',
    '# no comment',
    'a: b',
    '{x',
    '- y',
    '-1',
    '$HOME',
  ),
)
const gates = fc.constantFrom('OfTheOperator=true', 'OfTheOperator=false,AnotherOne=true')

/** Settings of a configuration; none is given twice, in either spelling. */
const settingsOf = (flags: readonly string[]): fc.Arbitrary<Drawn[]> => {
  const drawValue = (flag: string) => (isBoolean(flag) ? fc.constantFrom('true', 'false') : text)
  const setting = fc
    .constantFrom(...flags)
    .chain((flag) => fc.tuple(fc.constant(flag), flag === featureGates ? gates : drawValue(flag)))
  const selector = ([flag]: Drawn) => renamedFlags.get(flag)?.becomes ?? flag
  return fc.uniqueArray(setting, { selector, minLength: 1, maxLength: 25 })
}

/** The words that a shell reads from the output of `shellQuote`. */
const wordsOf = (line: string) =>
  [...line.trimEnd().matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(')/g, '$1$2'),
  )

/** Each writes every third setting in another style. */
const forms: { name: string; write(settings: readonly Drawn[]): string; read(text: string): Configuration }[] = [
  {
    name: 'a command line',
    write(settings) {
      const words = settings.flatMap(([flag, value], index) =>
        index % 3 > 0 || value.startsWith('-') ? [`${flag.slice(index % 2)}=${value}`] : [flag, value],
      )
      return `${['kv-server', ...words].map((word) => shellQuote(word)).join(' ')}\n`
    },
    read: (line) => readCommandLine(wordsOf(line)),
  },
  {
    name: 'an environment',
    write(settings) {
      const lines = settings.map(([flag, value], index) => {
        const name = `KV_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`
        return [`# of ${name}\nexport ${name}="${value}"`, `${name}='${value}' `, `\nPATH=/bin\n  ${name}="${value}"`][
          index % 3
        ]
      })
      // One variable of the server always stays, because a file without any is refused.
      return ['KV_STAYS=1', ...lines, '; end'].join('\n')
    },
    read: (file) => readEnvironment(file, 'KV_'),
  },
  {
    name: 'a YAML file',
    write(settings) {
      const lines = settings.map(([flag, value], index) => {
        const key = flag.slice(2)
        return [
          `# of ${key}\n${key}: '${value}'  # why`,
          `"${key}":   ${JSON.stringify(value)}`,
          `\n${key}: "${value}" `,
        ][index % 3]
      })
      return ['# top', '---', ...lines, '# end'].join('\n')
    },
    read: readYaml,
  },
  {
    name: 'a JSON file',
    write: (settings) => JSON.stringify(Object.fromEntries(settings.map(([flag, value]) => [flag.slice(2), value]))),
    read: readYaml,
  },
]

it.each(forms)('$name: migrating twice is migrating once, and no value is lost', ({ write, read }) => {
  fc.assert(
    fc.property(settingsOf([...newFlags, ...oldFlags]), (drawn) => {
      const before = write(drawn)
      const once = migrate(read(before)).configuration
      expect(migrate(read(once))).toMatchObject({ configuration: once, changed: false })
      const [was, is] = [read(before).settings, read(once).settings]
      expect(is.filter(({ flag }) => oldFlags.includes(flag))).toEqual([])
      expect(valuesOf(is)).toEqual(valuesOf(was))
      expect(gatesOf(is)).toEqual(gatesOf(was))
      for (const comment of before.match(/^[#;].*$/gm) ?? []) expect(once).toContain(comment)
    }),
    { numRuns: 500 },
  )
})

it.each(forms)('$name: a 3.6 configuration comes back to the byte', ({ write, read }) => {
  fc.assert(
    fc.property(settingsOf(newFlags), (drawn) => {
      const before = write(drawn)
      expect(migrate(read(before))).toMatchObject({ configuration: before, changed: false })
    }),
    { numRuns: 500 },
  )
})

/** Settings that are neither dropped nor gates, by their name in 3.6. */
function valuesOf(settings: readonly Setting[]): unknown[] {
  return settings
    .filter(({ flag }) => flag !== featureGates && !removedFlags.has(flag) && !gateFlags.has(flag))
    .map(({ flag, value }) => [renamedFlags.get(flag)?.becomes ?? flag, value])
}

function gatesOf(settings: readonly Setting[]): string[] {
  const all = settings.flatMap(({ flag, value = 'true' }) => {
    const gate = gateFlags.get(flag)?.gate
    if (gate) return [`${gate}=${value}`]
    return flag === featureGates ? value.split(',') : []
  })
  return [...new Set(all)].sort()
}
