import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { migrate } from './migrate.ts'
import { readYaml } from './yaml-file.ts'

it('touches only what changes', () => {
  const before = `# top
name: 'm1'   # ours
# for old clients
enable-v2: true   # to go

cluster:
    - a      # four blanks
    - b
proxy: |
  on
  and on
experimental-max-learners:   2 # two
experimental-initial-corrupt-check: true
"experimental-memory-mlock": "false"
experimental-txn-mode-write-with-shared-buffer: false # here
# end
`
  expect(migrate(readYaml(before)).configuration).toBe(`# top
name: 'm1'   # ours
# for old clients

cluster:
    - a      # four blanks
    - b
max-learners:   2 # two
feature-gates: InitialCorruptCheck=true,TxnModeWriteWithSharedBuffer=false
memory-mlock: "false"
# end
`)
})

it.each([
  ['an empty file', ''],
  ['only comments', '# nothing\n'],
  ['a document with nothing in it', '# top\n---\n'],
  ['a 3.6 configuration', '---\nname: m1\nfeature-gates: "LeaseCheckpoint=true"   # on\nmax-learners:    2\n'],
  ['line ends of another system', 'name: m1\r\nmax-learners: 2\r\n'],
])('%s comes back unchanged', (_, text) => {
  expect(migrate(readYaml(text))).toMatchObject({ configuration: text, changed: false })
})

it.each([
  ['name: a\nproxy: on', 'name: a\n'],
  ['proxy: on', ''],
  ['# top\n---\nproxy: on\n', '# top\n---\n'],
  ['proxy:\nname: a\n', 'name: a\n'],
  ['name: a\r\nexperimental-max-learners: 2\r\nproxy: on\r\nlog: x\r\n', 'name: a\r\nmax-learners: 2\r\nlog: x\r\n'],
  ['proxy: {a: 1,\n  b: 2}\nname: a\n', 'name: a\n'],
  ['proxy:\n- a\n- b\n# of name\nname: a\n', '# of name\nname: a\n'],
  ['  name: a\n  proxy: on\n  experimental-max-learners: 2\n', '  name: a\n  max-learners: 2\n'],
])('%j becomes %j', (before, after) => {
  const { configuration } = migrate(readYaml(before))
  expect(configuration).toBe(after)
})

it('writes a map in braces as one', () => {
  const { configuration } = migrate(
    readYaml('{"name": "m1", "enable-v2": false, "experimental-enable-lease-checkpoint": true}'),
  )
  expect(parse(configuration)).toEqual({ name: 'm1', 'feature-gates': 'LeaseCheckpoint=true' })
})

it.each([
  ['name: a\nname: b', /gives name twice, the second time on line 2\. Keep/],
  ['name: a\nnested:\n  x: 1\n  x: 2', /gives x twice, the second time on line 4/],
  ['"a b": 1\n"a b": 2', /gives "a b" twice, the second time on line 2/],
  ['name: [a', /is not YAML: .*line 1/],
  ['- a', /not a map of flags/],
  ['just text', /not a map of flags/],
  ['a: 1\n---\nb: 2', /is not YAML/],
  ['base: &b {proxy: on}\n<<: *b', /line 2: a merge key hides flags/],
  ['proxy: &p on\nname: *p', /alias of the file cannot be followed/],
  ['name: *nobody', /alias/],
  ['max-learners: 1\nexperimental-max-learners: 2', /given twice: line 1 and line 2/],
  [
    'experimental-initial-corrupt-check: [true]',
    /line 1: the value of experimental-initial-corrupt-check has to be text/,
  ],
  ['experimental-initial-corrupt-check:', /'' is not a value/],
  ['feature-gates: {A: true}', /has to be text/],
  ['{proxy: on, proxy: off}', /twice/],
  ['1: a', /this key is not a flag/],
])('%j is refused', (text, message) => {
  expect(() => migrate(readYaml(text))).toThrow(message)
})
