import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { migrateCommandLine } from './command-line.ts'
import { migrateEnvironment } from './environment.ts'
import { addedFlags, changedDefaults, gateFlags, removedFlags, renamedFlags } from './flag-lists.ts'
import { migrateYaml } from './yaml-file.ts'

/** The new command line of a server, without the end of the line. */
const rewrite = (...words: string[]) => migrateCommandLine(words).configuration.trimEnd()
const findingsOf = (flag: string, words: string[]) =>
  migrateCommandLine(words).findings.filter((finding) => finding.flag === flag)
const namesRule = (flag: string, words: string[], rule: string | undefined) =>
  expect(findingsOf(flag, words).flatMap(({ rules }) => rules)).toContain(rule)

describe('every flag of the lists', () => {
  for (const { flag, rules } of removedFlags.values()) {
    it(`${rules.join(', ')}: ${flag} is dropped and named`, () => {
      expect(rewrite('kv', `${flag}=x`, '--name=m1')).toBe('kv --name=m1')
      namesRule(flag, [`${flag}=x`], rules[0])
    })
  }

  for (const { flag, becomes, rules } of renamedFlags.values()) {
    it(`${rules.join(', ')}: ${flag} becomes ${becomes}`, () => {
      expect(becomes).toBe(flag.replace('--experimental-', '--'))
      expect(rewrite(flag, '5', '--name', 'm1')).toBe(`${becomes} 5 --name m1`)
      expect(rewrite(`${flag}=5`)).toBe(`${becomes}=5`)
      expect(rewrite(flag, '--name', 'm1')).toBe(`${becomes} --name m1`)
      expect(findingsOf(flag, [flag])).toMatchObject([{ kind: 'renamed', becomes }])
    })
  }

  for (const { flag, gate, value, rules } of gateFlags.values()) {
    it(`${rules.join(', ')}: ${flag}=${value} becomes the feature gate ${gate}=${value}`, () => {
      expect(rewrite(`${flag}=${value}`)).toBe(`--feature-gates=${gate}=${value}`)
      expect(rewrite(flag)).toBe(`--feature-gates=${gate}=true`)
      namesRule(flag, [`${flag}=${value}`], rules[0])
      // What the other value becomes is assumed, and said to be.
      expect(rewrite(`${flag}=${!value}`)).toBe(`--feature-gates=${gate}=${!value}`)
      namesRule(flag, [`${flag}=${!value}`], 'KVC-G26')
    })
  }

  for (const { flag, default: preset, rules } of addedFlags.values()) {
    it(`${rules.join(', ')}: ${flag} of 3.6 stays`, () => {
      const value = flag === '--feature-gates' ? 'LeaseCheckpoint=true' : preset || 'x'
      expect(rewrite(`${flag}=${value}`)).toBe(`${flag}=${value}`)
    })
  }

  for (const { flag, old, new: next, rules } of changedDefaults.values()) {
    it(`${rules.join(', ')}: a configuration without ${flag} is told of ${old}, ${next} and how to keep the old`, () => {
      expect(rewrite('--name=m1')).toBe('--name=m1')
      const [finding] = findingsOf(flag, ['--name=m1'])
      expect(finding).toMatchObject({ kind: 'default', becomes: `${flag}=${next}` })
      expect(finding?.reason).toContain(`from ${old} to ${next}`)
      expect(finding?.reason).toContain(`set ${flag}=${old}.`)
      expect(findingsOf(flag, [`${flag}=${old}`])).toEqual([])
    })
  }
})

describe('a command line', () => {
  it.each([
    [['kv', 'serve', '--name', 'm1'], 'kv serve --name m1'],
    [['-experimental-max-learners=2'], '-max-learners=2'],
    [['--experimental-max-learners', '-1'], '--max-learners -1'],
    [['--name', "it's"], "--name 'it'\\''s'"],
    [['--enable-v2', '--name=m1'], '--name=m1'],
    [['--enable-v2', 'true', '--name=m1'], '--name=m1'],
    [['--proxy', 'on', '--name=m1'], '--name=m1'],
    [
      [
        '--experimental-initial-corrupt-check',
        '--name=m1',
        '--feature-gates',
        'X=false',
        '--experimental-enable-lease-checkpoint=0',
      ],
      '--name=m1 --feature-gates X=false,InitialCorruptCheck=true,LeaseCheckpoint=false',
    ],
    [
      ['--feature-gates=LeaseCheckpoint=true', '--experimental-enable-lease-checkpoint'],
      '--feature-gates=LeaseCheckpoint=true',
    ],
    [['--name=', '--wal-dir', ''], "--name= --wal-dir ''"],
  ])('%j becomes %s', (words, expected) => {
    expect(rewrite(...words)).toBe(expected)
  })

  it.each<[string[], RegExp]>([
    [['--name=a', '--name', 'b'], /^--name is given twice: argument 1 and argument 2\./],
    [
      ['--max-learners=1', '--experimental-max-learners=2'],
      /^--max-learners, now --experimental-max-learners, is given twice/,
    ],
    [['--enable-v2', 'maybe'], /argument 2: 'maybe' is no flag/],
    [['--experimental-initial-corrupt-check=maybe'], /'maybe' is no value/],
    [['--feature-gates=X'], /'X' in --feature-gates is no gate/],
    [['--feature-gates=X=true,X=true'], /the gate X twice/],
    [['--feature-gates=LeaseCheckpoint=false', '--experimental-enable-lease-checkpoint'], /keep the one that holds/],
    [['KV_PROXY=on', 'kv'], /KV_PROXY is an environment variable/],
    [['kv --name m1'], /is one word/],
    [['--name=a', '--'], /argument 2: '--' is no flag/],
  ])('%j is refused', (words, message) => {
    expect(() => migrateCommandLine(words)).toThrow(message)
  })

  it('keeps values out of the reasons, since they may be secret', () => {
    const { findings } = migrateCommandLine(['--discovery-password=hunter2', '--unknown=hunter2'])
    expect(JSON.stringify(findings)).not.toContain('hunter2')
    expect(findings.filter(({ kind }) => kind === 'kept').map(({ flag }) => flag)).toEqual([
      '--discovery-password',
      '--unknown',
    ])
  })
})

describe('environment variables', () => {
  it('rewrites those of the server and leaves the rest', () => {
    const before = [
      '# the server',
      'HTTP_PROXY=http://proxy',
      'KV_NAME="m1"',
      'export KV_EXPERIMENTAL_MAX_LEARNERS=2',
      'KV_PROXY=on',
      "KV_EXPERIMENTAL_INITIAL_CORRUPT_CHECK='true'",
      '',
    ]
    expect(migrateEnvironment(before.join('\n'), 'KV_').configuration.split('\n')).toEqual([
      '# the server',
      'HTTP_PROXY=http://proxy',
      'KV_NAME="m1"',
      'export KV_MAX_LEARNERS=2',
      'KV_FEATURE_GATES=InitialCorruptCheck=true',
      '',
    ])
  })

  it.each([
    ['KV_NAME=a\nKV_NAME=b', /--name is given twice: line 1 and line 2/],
    ['KV_NAME', /line 1: 'KV_NAME' is neither/],
    ['KV_NAME="a', /line 1: the quote " does not end/],
    ['KV_NAME=a\\\nb', /line 1: write KV_NAME on one line/],
    ['ETC_NAME=a', /No variable starts with KV_/],
  ])('%j is refused', (text, message) => {
    expect(() => migrateEnvironment(text, 'KV_')).toThrow(message)
  })
})

const known = [
  ...renamedFlags.keys(),
  ...removedFlags.keys(),
  ...gateFlags.keys(),
  ...changedDefaults.keys(),
  '--name',
  '--wal-dir',
]
const setting = fc.constantFrom(...known).chain((flag) => {
  const value =
    gateFlags.has(flag) || flag === '--enable-v2'
      ? fc.constantFrom('true', 'false')
      : fc.constantFrom('x', '5', 'a b', "it's")
  return fc.record({ flag: fc.constant(flag), value, equals: fc.boolean() })
})
const settings = fc.uniqueArray(setting, { selector: ({ flag }) => flag, maxLength: 25 })

describe('migrating twice is migrating once', () => {
  const wordsOf = (drawn: readonly { flag: string; value: string; equals: boolean }[]) => [
    'kv',
    ...drawn.flatMap(({ flag, value, equals }) => (equals ? [`${flag}=${value}`] : [flag, value])),
  ]
  const unquote = (line: string) =>
    [...line.trimEnd().matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
      word.replaceAll(/'([^']*)'|\\(')/g, '$1$2'),
    )

  it('on a command line', () => {
    fc.assert(
      fc.property(settings, (drawn) => {
        const once = migrateCommandLine(wordsOf(drawn)).configuration
        const twice = migrateCommandLine(unquote(once))
        expect(twice).toMatchObject({ configuration: once, changed: false })
        for (const { flag, value } of drawn.filter((one) => ['--name', '--wal-dir'].includes(one.flag))) {
          const words = unquote(once)
          expect(words.includes(`${flag}=${value}`) || words[words.indexOf(flag) + 1] === value).toBe(true)
        }
      }),
    )
  })

  it('in an environment', () => {
    fc.assert(
      fc.property(settings, (drawn) => {
        const lines = drawn.map(
          ({ flag, value }) => `KV_${flag.slice(2).toUpperCase().replaceAll('-', '_')}="${value}"`,
        )
        const once = migrateEnvironment(['KV_X=1', ...lines, '# end'].join('\n'), 'KV_').configuration
        expect(migrateEnvironment(once, 'KV_')).toMatchObject({ configuration: once, changed: false })
        expect(once).toMatch(/^KV_X=1\n.*# end$/s)
      }),
    )
  })

  it('in a YAML file', () => {
    fc.assert(
      fc.property(settings, fc.boolean(), (drawn, flow) => {
        const text = flow
          ? JSON.stringify(Object.fromEntries([['x', [1]], ...drawn.map(({ flag, value }) => [flag.slice(2), value])]))
          : [
              'x: [1] # one',
              ...drawn.map(({ flag, value }) => `# ${flag}\n${flag.slice(2)}: "${value}"  # of ${flag}`),
              '',
            ].join('\n')
        const { configuration, changed } = migrateYaml(text)
        expect(migrateYaml(configuration)).toMatchObject({ configuration, changed: false })
        if (!changed) expect(configuration).toBe(text)
        if (!flow) for (const { flag } of drawn) expect(configuration).toContain(`# ${flag}\n`)
      }),
    )
  })
})
