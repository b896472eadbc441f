import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toCurl } from './curl.ts'
import type { ShownRequest } from './shown-report.ts'

const get: ShownRequest = { method: 'GET', url: 'https://lamps.example/lamps', headers: { accept: '*/*' } }

/** The arguments that curl is given when bash reads the lines. */
function argumentsOf(lines: readonly string[], env: Record<string, string> = {}): string[][] {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\0\\0'; }\n${lines.join('\n')}`
  const output = execFileSync('bash', ['--norc', '--noprofile', '-c', script], {
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
  })
  return output
    .toString()
    .split('\0\0\0')
    .slice(0, -1)
    .map((one) => one.split('\0'))
}

const accept = "-H 'accept: */*'"
const lamps = 'https://lamps.example/lamps'
const token = { accept: '*/*', authorization: 'Bearer $LAMPS_KEY' }
const note = '# body.bin: the 3 bytes that were sent, which are not text'

it.each<[string, Partial<ShownRequest>, args: string]>([
  ['a GET', {}, `${accept} ${lamps}`],
  ['another method', { method: 'LIST' }, `-X LIST ${accept} ${lamps}`],
  ['a HEAD, which -X would make wait for a body', { method: 'HEAD' }, `--head ${accept} ${lamps}`],
  ['no Accept, which curl would add', { headers: {} }, `-H accept: ${lamps}`],
  ['an empty header', { headers: { accept: '*/*', 'x-lamp': '' } }, `${accept} -H 'x-lamp;' ${lamps}`],
  ['a body of no type', { method: 'PUT', body: '@x' }, `-X PUT ${accept} -H content-type: --data-raw @x ${lamps}`],
  ['an empty body', { method: 'PUT', body: '' }, `-X PUT ${accept} -H content-type: --data-raw '' ${lamps}`],
  [
    'a body that is not text',
    { method: 'PUT', body: { bytes: 3 } },
    `-X PUT ${accept} -H content-type: --data-binary @body.bin ${lamps} ${note}`,
  ],
  ['dots', { url: 'https://lamps.example/a/../b' }, `--path-as-is ${accept} https://lamps.example/a/../b`],
  ['brackets', { url: 'https://lamps.example/?a[]=1' }, `--globoff ${accept} 'https://lamps.example/?a[]=1'`],
  ['HTTP Basic', { user: '$LAMPS_KEY:' }, `-u "$LAMPS_KEY": ${accept} ${lamps}`],
  ['a token', { headers: token }, `${accept} -H 'authorization: Bearer '"$LAMPS_KEY" ${lamps}`],
])('writes %s', (_, request, args) => {
  expect(toCurl({ ...get, ...request }, ['$LAMPS_KEY'])).toBe(`curl -i ${args}`)
})

it('has the shell fill in credentials, and nothing else', () => {
  const headers = { accept: '*/*', 'x-key': 'a $LAMPS_KEY_2 $LAMPS_KEY $HOME b' }
  const line = toCurl({ ...get, headers }, ['$LAMPS_KEY', '$LAMPS_KEY_2'])
  const [words] = argumentsOf([line], { LAMPS_KEY: 'one two', LAMPS_KEY_2: '$(three)' })
  expect(words).toContain('x-key: a $(three) one two $HOME b')
})

it('writes one line that a shell reads back unchanged, for any text', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'\'"\\$`\n\r!0 \x01\x85@%#~*') }),
  )
  const request = fc.record({ body: text, query: text, header: text }).map(({ body, query, header }) => ({
    method: 'POST',
    url: `https://lamps.example/?${query}`,
    headers: { accept: '*/*', 'content-type': 'text/plain', 'x-lamp': `.${header}` },
    body,
  }))
  fc.assert(
    fc.property(fc.array(request, { minLength: 200, maxLength: 200 }), (requests) => {
      const sendable = requests.filter((one) => !JSON.stringify(one).includes('\\u0000'))
      const lines = sendable.map((one) => toCurl(one, []))
      expect(lines.filter((line) => line.includes('\n'))).toEqual([])
      const given = argumentsOf(lines)
      expect(given.map((words) => words.at(-1))).toEqual(sendable.map(({ url }) => url.toWellFormed()))
      expect(given.map((words) => words[words.indexOf('--data-raw') + 1])).toEqual(
        sendable.map(({ body }) => body.toWellFormed()),
      )
      expect(given.map((words) => words[words.lastIndexOf('-H') + 1])).toEqual(
        sendable.map(({ headers }) => `x-lamp: ${headers['x-lamp']}`.toWellFormed()),
      )
    }),
    { numRuns: 4 },
  )
})
