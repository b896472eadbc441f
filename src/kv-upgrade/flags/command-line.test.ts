import { expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { migrate } from './migrate.ts'

const rewrite = (...words: string[]) => migrate(readCommandLine(words)).configuration.trimEnd()

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
  [['--enable-v2', 'maybe'], /argument 2: 'maybe' is not a flag/],
  [['--experimental-initial-corrupt-check=maybe'], /'maybe' is not a value/],
  [['--feature-gates=X'], /'X' in --feature-gates is not a gate/],
  [['--feature-gates=X=true,X=true'], /the gate X twice/],
  [['--feature-gates=LeaseCheckpoint=false', '--experimental-enable-lease-checkpoint'], /keep the one that holds/],
  [['KV_PROXY=on', 'kv'], /KV_PROXY is an environment variable/],
  [['kv --name m1'], /is one word/],
  [['--name=a', '--'], /argument 2: '--' is not a flag/],
])('%j is refused', (words, message) => {
  expect(() => migrate(readCommandLine(words))).toThrow(message)
})

it('keeps values out of the reasons, since they may be secret', () => {
  const { findings } = migrate(readCommandLine(['--discovery-password=hunter2', '--unknown=hunter2']))
  expect(JSON.stringify(findings)).not.toContain('hunter2')
  expect(findings.filter(({ kind }) => kind === 'kept').map(({ flag }) => flag)).toEqual([
    '--discovery-password',
    '--unknown',
  ])
})
