import { expect, it } from 'vitest'
import { isAsShown, readSteps, runSteps } from './transcript.ts'

it('readSteps finds commands, their continuation lines and what follows them', () => {
  const guide = [
    'text',
    '```console',
    '$ curl \\',
    '    -i x',
    'HTTP/1.1 200 OK',
    '$ true',
    '```',
    '```ts',
    '$ no',
    '```',
  ].join('\n')
  expect(readSteps(guide)).toEqual([
    { line: 3, command: 'curl \\\n    -i x', expected: 'HTTP/1.1 200 OK\n' },
    { line: 6, command: 'true', expected: '' },
  ])
})

it.each([
  ['{"a":1}', '{"a":1}\n'],
  ['HTTP/1.1 200 OK\r\nDate: now\r\n\r\n{}', 'HTTP/1.1 200 OK\n…\n{}'],
  ['{"id":"7f","n":2}', '{"id":"…","n":2}'],
  ['first\nsecond\nthird', '…\nthird'],
  ['first\nsecond\nthird', 'first\n…'],
  ['first', 'first\n…'],
  ['', ''],
])('isAsShown accepts %j for %j', (output, expected) => {
  expect(isAsShown(output, expected)).toBe(true)
})

it.each([
  ['{"a":2}', '{"a":1}'],
  ['a\nb', '…b'],
  ['{"a":1} and more', '{"a":1}'],
  ['HTTP/1.1 404 Not Found\n\n{}', 'HTTP/1.1 200 OK\n…\n{}'],
  ['something', ''],
])('isAsShown refuses %j for %j', (output, expected) => {
  expect(isAsShown(output, expected)).toBe(false)
})

it('runSteps keeps variables from one step to the next, and the output of each apart', async () => {
  const shown = '$ NAME=orders\n$ echo one; echo two >&2; echo three\none\ntwo\nthree\n$ echo "$NAME" >&2\norders'
  const steps = readSteps(`\`\`\`console\n${shown}\n\`\`\``)
  const printed = await runSteps(steps, { origin: 'http://127.0.0.1:1', session: 's' })
  expect(printed).toEqual(steps.map(({ expected }) => expected))
})

it('runSteps calls the command that is tested, and sends it signals in the background', async () => {
  const shown = '$ npx rulebound a b\nx a b\n$ npx sleep 60 & P=$!\n$ kill $P; wait $P; echo $?\n143'
  const steps = readSteps(`\`\`\`console\n${shown}\n\`\`\``)
  const printed = await runSteps(steps, { origin: 'http://127.0.0.1:1', session: 's', command: 'echo x' })
  expect(printed).toEqual(steps.map(({ expected }) => expected))
})

it('runSteps leads commands to the mock that is tested, in a session of its own', async () => {
  const steps = readSteps('```console\n$ echo http://127.0.0.1:4010/_control/sessions/default/clock\n```')
  expect(await runSteps(steps, { origin: 'http://127.0.0.1:5', session: 'mine' })).toEqual([
    'http://127.0.0.1:5/_control/sessions/mine/clock\n',
  ])
})
