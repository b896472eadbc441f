import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { folderWith } from '../temporary-folder.fixture.ts'
import { UserError } from '../user-error.ts'
import { callCommand } from './call-command.fixture.ts'
import { readWords } from './open-words.ts'
import { runCommand } from './run-command.ts'

const petstore = `openapi: 3.0.3
info: {title: Pets, version: '1'}
paths: {/pets: {get: {operationId: listPets, responses: {'200': {description: All.}}}}}
`
const before = process.cwd()
beforeEach(() =>
  process.chdir(
    folderWith({
      'petstore.yaml': petstore,
      'apis/one.yaml': petstore,
      'apis/deep/two.yaml': petstore,
      'none/x.txt': '',
    }),
  ),
)
afterEach(() => process.chdir(before))

async function serve(answer: (path: string, authorization?: string) => [status: number, body: string]) {
  const server = createServer(({ url = '', headers }, response) => {
    const [status, body] = answer(url, headers.authorization)
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each([
  ['a file', './petstore.yaml', ['listPets/200']],
  ['a folder', 'apis', ['listPets/200', 'listPets/200']],
  ['the working directory', './apis/deep', ['listPets/200']],
])('opens %s', async (_, word, ids) => {
  const { stdout, code } = await callCommand(['rules', word, '--json'])
  expect([code, JSON.parse(stdout).map(({ id }: { id: string }) => id)]).toEqual([0, ids])
})

it('diff takes a folder, an address and a ref, and --allow-files widens what it and the lint of a workspace reach', async () => {
  const host = await serve(() => [200, petstore.replace('listPets', 'listAll')])
  const compared = await callCommand(['diff', './apis/deep', `http://${host}/openapi.yaml`])
  expect([compared.code, compared.stdout]).toEqual([0, expect.stringContaining('listAll')])
  expect(await callCommand(['diff', 'apis', 'petstore.yaml'])).toMatchObject({
    code: 2,
    stderr: 'apis has several documents; name one of them, such as apis/deep/two.yaml\n',
  })

  const shared = folderWith({ 'all.yaml': 'description: All.\n' })
  writeFileSync('wide.yaml', petstore.replace('{description: All.}', `{$ref: '${shared}/all.yaml'}`))
  writeFileSync('redocly.yaml', 'extends: [minimal]\napis: {wide: {root: wide.yaml}}\n')
  const reach = ['--allow-files', '.', shared]
  for (const words of [
    ['lint', 'wide'],
    ['lint', './wide.yaml'],
    ['diff', 'wide.yaml', 'petstore.yaml'],
  ]) {
    expect(await callCommand(words)).toMatchObject({ code: words[0] === 'lint' ? 1 : 2 })
    expect(await callCommand([...words, ...reach])).toMatchObject({ code: 0 })
  }
})

it('opens what an address answers, with the user of the address, and shows neither user nor query', async () => {
  const host = await serve((path, authorization) =>
    path === '/openapi.json?token=t0ken' && authorization === `Basic ${btoa('me:s3cret')}`
      ? [200, petstore]
      : [404, ''],
  )
  const { stdout, stderr, code } = await callCommand(['rules', `http://me:s3cret@${host}/openapi.json?token=t0ken`])
  expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('listPets/200')])
  const refused = await callCommand(['rules', `http://me:s3cret@${host}/none.json?token=t0ken`])
  expect(refused).toMatchObject({ code: 2, stderr: `http://${host}/none.json answered 404, and no document\n` })
})

const faulty = petstore.replace('{description: All.}', "{$ref: '#/none'}")

it.each<[string, words: (word: string) => string[], (shown: string) => string, text?: string]>([
  ['lint', (word) => ['lint', word], (shown) => `${shown}:3:`, faulty],
  ['lint of what is no document', (word) => ['lint', word], (shown) => `${shown}:1:1 `, '[]'],
  ['lint as SARIF', (word) => ['lint', word, '--report', 'sarif=-'], (shown) => encodeURI(shown), faulty],
  ['what a document is not used of', (word) => ['docs', word, '-o', 'pages'], (shown) => `${shown}:3:`, faulty],
  ['rules add', (word) => ['rules', 'add', '/info', word], (shown) => `${shown} is no file`],
  ['a YAML fault', (word) => ['rules', word], (shown) => `${shown}:2:1 `, 'a: [\n'],
  ['diff', (word) => ['diff', './petstore.yaml', word], (shown) => `Compared ${shown} with ./petstore.yaml`],
  ['a fault in diff', (word) => ['diff', './petstore.yaml', word], (shown) => `${shown}:3:`, faulty],
])('shows standard input and an address by their names: %s', async (_, words, expected, text = petstore) => {
  const host = await serve(() => [200, text])
  const input = vi.spyOn(process, 'stdin', 'get')
  input.mockImplementation(() => Readable.from([Buffer.from(text)]) as unknown as typeof process.stdin)
  onTestFinished(() => input.mockRestore())
  for (const [word, shown] of [
    ['-', '<stdin>'],
    [`http://${host}/api/openapi.yaml?token=t0ken`, `http://${host}/api/openapi.yaml`],
  ] as const) {
    const { stdout, stderr } = await callCommand(words(word))
    expect(stdout + stderr).toContain(expected(shown))
    expect(stdout + stderr).not.toMatch(/rulebound-\w{6}/)
  }
})

it('generates from an address, and names it in what it writes', async () => {
  const host = await serve(() => [200, petstore])
  const word = `http://${host}/openapi.yaml`
  expect(await callCommand(['generate', word])).toMatchObject({ code: 0, stdout: expect.stringContaining('pets') })
  expect(readFileSync('generated/pets-api/types.ts', 'utf8').split('\n')[0]).toContain(word)
})

it.each([
  ['a folder has no document', './none', /^\.\/none has no OpenAPI document; /],
  ['the file of a name lies here', 'petstore', /^unknown interface 'petstore'; .+ write \.\/petstore\.yaml$/],
])('says that %s', async (_, word, message) => {
  await expect(readWords([word])).rejects.toMatchObject({ name: 'UserError', message: expect.stringMatching(message) })
})

it('says that nobody listens at an address', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  await expect(readWords([`http://127.0.0.1:${port}/a?b`])).rejects.toThrow(
    new UserError(
      `http://127.0.0.1:${port}/a cannot be read: ECONNREFUSED; is the server running, and the address right?`,
    ),
  )
})

it('a misspelt command is told, with --help as well', async () => {
  const { code, stderr } = await callCommand(['verfy', '--help'])
  expect([code, stderr]).toEqual([2, "error: unknown command 'verfy'; did you mean 'verify'?\n"])
})

it('a failure of the file system is one line, and ends a command with 2', async () => {
  const shown = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { exitCode } = process
  await runCommand(async () => writeFileSync('petstore.yaml/x', ''))
  expect(process.exitCode).toBe(2)
  process.exitCode = exitCode
  expect(shown.mock.calls).toEqual([
    ['petstore.yaml/x: a part of the path is a file and not a folder; name another place (ENOTDIR)'],
  ])
  shown.mockRestore()
  await expect(runCommand((): Promise<void> => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
})
