import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { kvUpgrade } from '../run-command.fixture.ts'

// Each run starts the whole command, which takes seconds on a machine under load.
vi.setConfig({ testTimeout: 60_000 })

const folder = temporaryFolder()
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const binary = file('kv.env', Uint8Array.from([0x4b, 0x56, 0x00, 0xff, 0x1b, 0x5b, 0x32, 0x4a]))
const latin1 = file('kv.yaml', Uint8Array.from([0x6e, 0x3a, 0x20, 0xfc]))
const text = file('server.env', 'KV_X=1\nKV_DISCOVERY_PASSWORD hunter2\n')
const member = ['--endpoints', 'https://127.0.0.1:1']

it.each<[string[], string, RegExp]>([
  [[], '', /^Usage: rulebound kv-upgrade /],
  [['flgas'], '', /^error: unknown command 'flgas'; did you mean flags\?\n$/],
  [['flags'], '', /^Give a configuration: .*\n$/],
  [['flags', '--'], '', /^Give a configuration/],
  [['flags', '--nonsense'], '', /^error: unknown option '--nonsense'; the flags of a server stand after --\n$/],
  [['flags', '--file'], '', /^error: option '--file <file>' argument missing\n$/],
  [['flags', '--file', text, '--file', latin1], '', /^error: --file is given twice; keep the one that holds\.\n$/],
  [['flags', '--file', text, '--', 'kv'], '', /^Give a --file or a command line after --, not both\.\n$/],
  [['flags', '--file', '/no/such.yaml'], '', /^\/no\/such\.yaml: there is no such file or folder; .*\n$/],
  [['flags', '--file', folder, '--format', 'yaml'], '', /: it is a folder; name a file in it \(EISDIR\)\n$/],
  [['flags', '--file', binary], '', /kv\.env is not text in UTF-8; .*\n$/],
  [['flags', '--file', latin1], '', /kv\.yaml is not text in UTF-8; .*\n$/],
  [['flags', '--file', 'x.conf'], '', /does not tell its form; add --format/],
  [
    ['flags', '--file', '-', '--format', 'env'],
    '\u001b[2J',
    /^line 1: the text that begins with '\\u001b\[2J' is neither .*\n$/,
  ],
  [['plan'], '', /--endpoints/],
  [['plan', '--endpoints', ''], '', /^endpoint 1 of --endpoints is not a client URL such as/],
  [
    ['plan', ...member, '--health', 'fine'],
    '',
    /^error: option '--health <answer>' is invalid\. Allowed choices are healthy, unhealthy\./,
  ],
  [['plan', ...member, '--health', 'healthy', '--health-command', 'x'], '', /^Give --health or --health-command, not/],
  [['plan', '--endpoints', 'http://m1,http://m1'], '', /^The endpoint http:\/\/m1 is given twice; .*\n$/],
  [['plan', ...member, '--cert', 'x'], '', /^--cert and --key go together\.\n$/],
  [['plan', ...member, '--cacert', text], '', /^--cacert .*server\.env holds no certificate in PEM, .*\n$/],
  [['plan', ...member, '--cert', text, '--key', text], '', /^--cert .*server\.env holds no certificate in PEM, .*\n$/],
  [['watch', ...member, '--timeout', '5'], '', /A duration is a number and its unit/],
  [['rollback-check', ...member, '--header', 'x'], '', /written 'Name: value'/],
  [['rollback-check', ...member, 'x'], '', /^error: too many arguments/],
])('%j is unusable and ends with 2', async (args, input, message) => {
  const { stderr, stdout, code } = await kvUpgrade(args, input)
  expect(stderr).toMatch(message)
  expect([stdout, code]).toEqual(['', 2])
})

it.each([
  ['without an end of the line', 'name: m1'],
  ['with a byte order mark', '\uFEFFname: m1\n'],
  ['empty', ''],
])('a 3.6 file %s comes back to the byte', async (_, content) => {
  const { stdout, code } = await kvUpgrade(['flags', '--file', '-', '--format', 'yaml'], content)
  expect([stdout, code]).toEqual([content, 0])
})

const secret = 'http://root:hunter2@m1.example:2379'

it.each([
  ['a client URL', ['plan', '--endpoints', secret]],
  ['a client URL without a scheme', ['watch', '--endpoints', 'root:hunter2@m1.example:2379']],
  ['a password with a comma', ['plan', '--endpoints', 'http://user:hunter2,x@m1']],
  ['a URL that cannot be read', ['rollback-check', '--endpoints', 'http://root:hunter2/hunter2@m1:x']],
  ['a list with a semicolon', ['plan', '--endpoints', `ftp://m1;${secret}`]],
  ['an option that is unknown', ['plan', `--endpoint=${secret}`]],
  ['a value that is not allowed', ['plan', ...member, '--health', secret]],
  ['a header', ['plan', ...member, '--header', `(x) ${secret}`]],
  ['a duration', ['watch', ...member, '--interval', secret]],
  ['a command that is unknown', [secret]],
  ['a file that is not there', ['flags', '--file', `${secret}/kv.yaml`]],
  ['a word of a command line', ['flags', '--', 'kv', '--name', 'm1', secret]],
  ['a gate', ['flags', '--', 'kv', `--feature-gates=${secret}`]],
  ['a boolean', ['flags', '--', 'kv', `--experimental-initial-corrupt-check=${secret}`]],
  ['the program', ['flags', '--', `kv -x ${secret}`, '--name=m1']],
])('no message repeats the password of %s', async (_, args) => {
  const { stderr, stdout, code } = await kvUpgrade(args)
  expect(`${stdout}${stderr}`).not.toContain('hunter2')
  expect([stderr.trim() === '', code]).toEqual([false, 2])
})

it.each([
  ['yaml', `proxy: ${secret}\n- x\n`],
  ['yaml', `${secret}: [\n`],
  ['env', `${secret}\n`],
  ['env', `KV_FEATURE_GATES=${secret}\n`],
])('no message repeats the password of a %s file: case %#', async (format, content) => {
  const { stderr, stdout, code } = await kvUpgrade(['flags', '--file', '-', '--format', format], content)
  expect(`${stdout}${stderr}`).not.toContain('hunter2')
  expect([stderr.trim() === '', code]).toEqual([false, 2])
})
