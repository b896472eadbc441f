import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadSiteData } from '../../src/docs/data/site-data.ts'
import { composeCall, tokenMark } from '../../src/docs/samples/call.ts'
import { writeSamples } from '../../src/docs/samples/samples.ts'
import { sampleOrigin } from '../../src/docs/samples/target.ts'
import { advanceUntilAnswered } from '../../src/mock/advance-clock.fixture.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import { root } from '../../src/workspace/root.ts'

const { systems } = await loadSiteData({ workspace: bundled })
const run = promisify(execFile)

interface Case {
  system: string
  operation: string
  /** True if the answer is a stream without an end. */
  isStream: boolean
  samples: { id: string; source: string }[]
}

const cases: Case[] = systems.flatMap((system) =>
  [...(system.contract?.operations.values() ?? [])].map((operation) => {
    const call = composeCall(system, operation)
    const samples = writeSamples(call).map(({ id, code }) => ({ id, source: code }))
    return { system: system.name, operation: operation.id, isStream: call.parseAs === 'stream', samples }
  }),
)

let mock: RunningMock
let folder: string
let token: string

beforeAll(async () => {
  mock = await startMock()
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache/samples-'))
})

afterAll(async () => {
  await mock.close()
  await rm(folder, { recursive: true, force: true })
})

/** The unchanged sample, except for the address of the mock and a token that a reader requests first. */
function sourceOf(one: Case | undefined, language: string): string {
  const { source = '' } = one?.samples.find(({ id }) => id === language) ?? {}
  return source.replaceAll(sampleOrigin, mock.origin).replaceAll(tokenMark, token)
}

const control = (path: string, body?: object, method = 'POST') =>
  fetch(`${mock.origin}/_control/sessions/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })

/** The session of the control plane's examples, with its first snapshot and its first fault. */
async function prepareControlled(): Promise<void> {
  const session = 'checkout-test-7'
  await control(session, undefined, 'DELETE')
  await control(`${session}/reset`)
  await control(`${session}/snapshots`)
  await control(`${session}/faults`, { interface: 'orders', kind: 'status', status: 500 })
}

async function issueToken(): Promise<void> {
  const issuing = cases.find(({ operation }) => operation === 'requestToken')
  const { stdout } = await run('bash', ['-c', `${sourceOf(issuing, 'curl')} -sS`])
  token = JSON.parse(stdout).access_token
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
function answered<Answer>({ system }: Case, answer: Promise<Answer>): Promise<Answer> {
  return system === 'oauth-token' ? answer : advanceUntilAnswered(mock.origin, 'default', answer)
}

const whyNot = (command: string, args: string[], reason: string) =>
  run(command, args).then(
    () => '',
    () => reason,
  )

/** How a sample is run: all print the status and the body. */
const programs: [language: string, whyNot: string, command: (one: Case) => Promise<[string, string[]]>][] = [
  [
    'curl',
    '',
    async (one) => ['bash', ['-c', `exec ${sourceOf(one, 'curl')} -sS --write-out '%{stderr}%{http_code}'`]],
  ],
  [
    'fetch',
    '',
    async (one) => {
      const file = join(folder, `${one.system}-${one.operation}.mjs`)
      await writeFile(file, sourceOf(one, 'fetch'))
      return [process.execPath, [file]]
    },
  ],
  [
    'python',
    await whyNot('python3', ['-c', 'import requests'], 'python3 with requests is not installed'),
    async (one) => ['python3', ['-u', '-c', sourceOf(one, 'python')]],
  ],
  [
    'go',
    await whyNot('go', ['version'], 'Go is not installed'),
    async (one) => [join(folder, `go-${one.system}`, 'bin', one.operation), []],
  ],
]

async function buildGo(name: string, members: readonly Case[]): Promise<void> {
  const module = join(folder, `go-${name}`)
  await mkdir(module)
  await writeFile(join(module, 'go.mod'), 'module samples\n\ngo 1.21\n')
  for (const one of members) {
    await mkdir(join(module, one.operation))
    await writeFile(join(module, one.operation, 'main.go'), sourceOf(one, 'go'))
  }
  await run('go', ['build', '-ldflags=-s -w', '-o', `${join(module, 'bin')}/`, './...'], { cwd: module })
}

describe.each([...Map.groupBy(cases, ({ system }) => system)])('the samples of %s', (name, members) => {
  if (name === 'mock-control') beforeEach(prepareControlled)
  // A token works only in the state that issued it.
  else if (name !== 'oauth-token') beforeEach(async () => void (await control('default/reset')))
  if (name === 'oauth-token') {
    beforeAll(async () => {
      await control('default/reset')
      await issueToken()
    })
  }

  describe.each(programs)('in %s %s', (language, reason, command) => {
    if (language === 'go' && reason === '') beforeAll(() => buildGo(name, members), 300_000)

    it.skipIf(reason !== '').each(members)('the sample of $operation gets a success', async (one) => {
      const [program, args] = await command(one)
      if (one.isStream) {
        expect(await firstOutput(program, args)).toContain('{')
        return
      }
      const { stdout, stderr } = await answered(one, run(program, args, { cwd: folder }))
      expect(stderr + stdout).toMatch(/^2\d\d/)
    })
  })

  it.each(members)('the sample of $operation with a typed client gets a success', async (one) => {
    const answers: Response[] = []
    const printed: unknown[][] = []
    const send = globalThis.fetch
    const leave = new AbortController()
    vi.stubGlobal('fetch', async (request: Request) => {
      const answer = await answered(one, send(request, { signal: leave.signal }))
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
      await writeFile(file, sourceOf(one, 'client').replace("'../generated/", "'../../generated/"))
      await import(/* @vite-ignore */ file).catch((error: unknown) => {
        if (!leave.signal.aborted) throw error
      })
    } finally {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
    expect(printed.length).toBeGreaterThan(0)
    expect(answers[0]?.ok, JSON.stringify(printed)).toBe(true)
  })
})

it('every sample of a typed client compiles', async () => {
  const files: string[] = []
  for (const one of cases) {
    const file = join(folder, `checked-${one.system}-${one.operation}.ts`)
    await writeFile(file, sourceOf(one, 'client').replace("'../generated/", "'../../generated/"))
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
