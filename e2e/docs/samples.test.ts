import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSiteData } from '../../src/docs/data/site-data.ts'
import { composeCall, credentialMarks, sampleOrigin, tokenMark } from '../../src/docs/samples/call.ts'
import { type Sample, writeSamples } from '../../src/docs/samples/samples.ts'
import { secretOf } from '../../src/docs/samples/secret-of.ts'
import { hurried } from '../../src/mock/hurried.fixture.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { root } from '../../src/workspace/root.ts'

const { systems } = await loadSiteData()
const run = promisify(execFile)

interface Case {
  system: string
  operation: string
  /** True if the answer is a stream without an end. */
  isStream: boolean
  samples: Sample[]
}

const cases: Case[] = systems.flatMap((system) =>
  [...(system.contract?.operations.values() ?? [])].map((operation) => {
    const call = composeCall(system, operation)
    const samples = writeSamples(call, system).map((sample) => ({
      ...sample,
      source: call.credential ? withCredential(sample.source, call.credential) : sample.source,
    }))
    return { system: system.name, operation: operation.id, isStream: call.parseAs === 'stream', samples }
  }),
)

/** Puts a credential into a sample. */
function withCredential(source: string, { header, value }: { header: string; value: string }): string {
  return source
    .replaceAll(credentialMarks.header, header)
    .replaceAll(credentialMarks.value, value)
    .replaceAll(credentialMarks.secret, secretOf(value))
}

let mock: RunningMock
let relay: Relay
let folder: string
let token: string

beforeAll(async () => {
  mock = await startMock()
  relay = await startRelay(mock.origin)
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache/samples-'))
  const issuing = cases.find(({ operation }) => operation === 'requestToken')
  token = JSON.parse((await runCurl(sourceOf(issuing, 'curl', 'oauth-token'))).body).access_token
})

afterAll(async () => {
  await relay.close()
  await mock.close()
  await rm(folder, { recursive: true, force: true })
})

interface Relay {
  /** The mock, in one session. A sample names no session, so the address selects it. */
  originOf(session: string): string
  close(): Promise<void>
}

async function startRelay(origin: string): Promise<Relay> {
  const server = createServer((incoming, outgoing) => {
    const [, session = '', target = '/'] = /^\/([^/]+)(\/.*)$/.exec(incoming.url ?? '') ?? []
    const { method, headers } = incoming
    const onward = request(`${origin}${target}`, { method, headers: { ...headers, 'x-mock-session': session } })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    originOf: (session) => `http://127.0.0.1:${port}/${session}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A new session; but a token works only in the session that issued it. */
function sessionOf({ system, operation }: Case, language: string): string {
  return system === 'oauth-token' ? system : `${system}-${operation}-${language}`
}

/** The unchanged sample, except for the address of the mock and a token that a reader requests first. */
function sourceOf(one: Case | undefined, language: string, session: string): string {
  const { source = '' } = one?.samples.find(({ id }) => id === language) ?? {}
  return source.replaceAll(sampleOrigin, relay.originOf(session)).replaceAll(tokenMark, token)
}

/** The session of the control plane's examples, with its first snapshot and its first fault. */
async function prepareControlled(): Promise<void> {
  const session = `${mock.origin}/_control/sessions/checkout-test-7`
  const send = (path: string, body?: object, method = 'POST') =>
    fetch(`${session}${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
  await send('', undefined, 'DELETE')
  await send('/reset')
  await send('/snapshots')
  await send('/faults', { interface: 'orders', kind: 'status', status: 500 })
}

async function runCurl(command: string): Promise<{ body: string; status: number }> {
  const { stdout } = await run('bash', ['-c', `${command} -sS --write-out '\\n%{http_code}'`], { cwd: folder })
  const end = stdout.lastIndexOf('\n')
  return { body: stdout.slice(0, end), status: Number(stdout.slice(end + 1)) }
}

/** The first output of a command. A stream has no end. */
async function firstOutput(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { cwd: folder })
  try {
    const [chunk] = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])
    return String(chunk)
  } finally {
    child.kill()
  }
}

/** Moves the clock while an answer is awaited, unless that would expire the token before the program starts. */
function answered<Answer>(one: Case, language: string, answer: Promise<Answer>): Promise<Answer> {
  return one.system === 'oauth-token' ? answer : hurried(mock.origin, sessionOf(one, language), answer)
}

/** Runs a program that prints the status before the body; a stream prints its first event. */
async function expectSuccess(one: Case, language: string, command: string, args: readonly string[]): Promise<void> {
  if (one.isStream) {
    expect(await firstOutput(command, args)).toContain('{')
    return
  }
  const running = run(command, [...args], { cwd: folder })
  const { stdout } = await answered(one, language, running)
  expect(stdout).toMatch(/^2\d\d/)
}

const withoutPython = await run('python3', ['-c', 'import requests']).then(
  () => undefined,
  () => 'python3 with requests is not installed',
)
const withoutGo = await run('go', ['version']).then(
  () => undefined,
  () => 'Go is not installed',
)

describe.each([...Map.groupBy(cases, ({ system }) => system)])('the samples of %s', (name, members) => {
  if (name === 'mock-control') beforeEach(prepareControlled)

  it.each(members)('$operation: curl gets a success', async (one) => {
    const source = sourceOf(one, 'curl', sessionOf(one, 'curl'))
    if (one.isStream) {
      expect(await firstOutput('bash', ['-c', `exec ${source} -sS`])).not.toBe('')
      return
    }
    const { status, body } = await answered(one, 'curl', runCurl(source))
    expect(Math.floor(status / 100), `${status} ${body}`).toBe(2)
  })

  it.each(members)('$operation: fetch gets a success', async (one) => {
    const file = join(folder, `${name}-${one.operation}.mjs`)
    await writeFile(file, sourceOf(one, 'fetch', sessionOf(one, 'fetch')))
    await expectSuccess(one, 'fetch', process.execPath, [file])
  })

  it.skipIf(withoutPython).each(members)(`$operation: Python gets a success ${withoutPython ?? ''}`, async (one) => {
    const source = sourceOf(one, 'python', sessionOf(one, 'python'))
    await expectSuccess(one, 'python', 'python3', ['-u', '-c', source])
  })

  describe.skipIf(withoutGo)(`in Go ${withoutGo ?? ''}`, () => {
    beforeAll(async () => {
      const module = join(folder, `go-${name}`)
      await mkdir(module)
      await writeFile(join(module, 'go.mod'), 'module samples\n\ngo 1.21\n')
      for (const one of members) {
        await mkdir(join(module, one.operation))
        await writeFile(join(module, one.operation, 'main.go'), sourceOf(one, 'go', sessionOf(one, 'go')))
      }
      await run('go', ['build', '-ldflags=-s -w', '-o', `${join(module, 'bin')}/`, './...'], { cwd: module })
    }, 300_000)

    it.each(members)('$operation gets a success', async (one) => {
      const [program = ''] = (await readdir(join(folder, `go-${name}`, 'bin'))).filter((file) => file === one.operation)
      await expectSuccess(one, 'go', join(folder, `go-${name}`, 'bin', program), [])
    })
  })

  describe('as a typed client', () => {
    const answers: Response[] = []
    const printed: unknown[][] = []

    beforeEach(() => {
      answers.length = 0
      printed.length = 0
    })

    it.each(members)('$operation gets a success', async (one) => {
      const session = sessionOf(one, 'client')
      const client = sourceOf(one, 'client', session)
      const send = globalThis.fetch
      const leave = new AbortController()
      vi.stubGlobal('fetch', async (request: Request) => {
        const answer = await answered(one, 'client', send(request, { signal: leave.signal }))
        answers.push(answer)
        return answer
      })
      vi.spyOn(console, 'log').mockImplementation((...values) => {
        printed.push(values)
        // A stream is read until its reader leaves.
        if (one.isStream) leave.abort()
      })
      try {
        const file = join(folder, `${name}-${one.operation}.ts`)
        await writeFile(file, client.replace("'../generated/", "'../../generated/"))
        await import(/* @vite-ignore */ file).catch((error: unknown) => {
          if (!leave.signal.aborted) throw error
        })
      } finally {
        vi.unstubAllGlobals()
        vi.restoreAllMocks()
      }
      expect(printed.length).toBeGreaterThan(0)
      const [answer] = answers
      expect(answer?.ok, JSON.stringify(printed)).toBe(true)
    })
  })
})

it('every sample of a typed client compiles', async () => {
  const files: string[] = []
  for (const one of cases) {
    const file = join(folder, `checked-${one.system}-${one.operation}.ts`)
    await writeFile(file, sourceOf(one, 'client', 'any').replace("'../generated/", "'../../generated/"))
    files.push(file)
  }
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root)
  const program = ts.createProgram(files, { ...options, noEmit: true })
  const problems = files
    .map((file) => program.getSourceFile(file))
    .flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)])
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.slice(folder.length)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    )
  expect(problems).toEqual([])
})
