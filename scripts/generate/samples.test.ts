import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { listInterfaces } from '../../src/contract/registry.ts'
import { sampleCredential } from '../../src/docs/pages/operation.ts'
import { loadDefinition } from '../../src/interfaces/load.ts'
import { hurried } from '../../src/mock/hurried.fixture.ts'
import { type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { root } from '../specs/interfaces.ts'
import type { Samples } from './samples.ts'

const documented = 'http://127.0.0.1:4010'
const names = listInterfaces().map(({ name }) => name)

let mock: RunningMock
let folder: string
const environment: Record<string, string> = {}

beforeAll(async () => {
  mock = await startMock()
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache/samples-'))
  for (const name of names) Object.assign(environment, await credentialsOf(name))
  environment.OAUTH_TOKEN_TOKEN = await issueToken()
})

afterAll(async () => {
  await mock.close()
  await rm(folder, { recursive: true, force: true })
})

/** What the docs tell a reader to set before trying a sample. */
async function credentialsOf(name: string): Promise<Record<string, string>> {
  const credential =
    name === 'mock-control' ? undefined : sampleCredential(name, (await loadDefinition(name)).credentials)
  return credential ? { [credential.variable]: credential.value } : {}
}

async function issueToken(): Promise<string> {
  const { curl } = (await samplesOf('oauth-token')).requestToken ?? { curl: '' }
  return JSON.parse((await runCurl(curl, 'oauth-token', '')).body).access_token
}

async function samplesOf(name: string): Promise<Record<string, Samples>> {
  const module = await import(pathToFileURL(join(root, 'generated', name, 'samples.json')).href, {
    with: { type: 'json' },
  })
  return module.default.samples
}

/** One that nobody has changed; but a token works only where it was issued. */
function sessionOf(name: string, operation: string, by: 'curl' | 'client'): string {
  return name === 'oauth-token' ? name : `${name}-${operation}-${by}`
}

/** The session that the control plane's examples are about, with its first snapshot and its first fault. */
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

/** Runs a sample as it stands, but for the mock's port and a session of its own. */
async function runCurl(sample: string, session: string, flags = "--write-out '\\n%{http_code}'") {
  const command = sample
    .replace('curl', `curl -sS -H 'X-Mock-Session: ${session}' ${flags}`)
    .replaceAll(documented, mock.origin)
  const { stdout } = await promisify(execFile)('bash', ['-c', command], {
    cwd: folder,
    env: { ...process.env, ...environment },
  })
  const end = stdout.lastIndexOf('\n')
  return flags === ''
    ? { body: stdout, status: 0 }
    : { body: stdout.slice(0, end), status: Number(stdout.slice(end + 1)) }
}

async function readFirstOf(sample: string): Promise<string> {
  const shell = spawn('bash', ['-c', `exec ${sample.replaceAll(documented, mock.origin)} -sS`], {
    env: { ...process.env, ...environment },
  })
  try {
    const [chunk] = await once(shell.stdout, 'data')
    return String(chunk)
  } finally {
    shell.kill()
  }
}

describe.each(names)('the samples of %s', async (name) => {
  const samples = Object.entries(await samplesOf(name))
  if (name === 'mock-control') beforeEach(prepareControlled)

  it.each(samples)('%s: curl gets a success', async (operation, { curl }) => {
    if (curl.includes('--no-buffer')) {
      expect(await readFirstOf(curl)).not.toBe('')
      return
    }
    const session = sessionOf(name, operation, 'curl')
    const { status, body } = await hurried(mock.origin, session, runCurl(curl, session))
    expect(Math.floor(status / 100), `${status} ${body}`).toBe(2)
  })

  describe('as a typed client', () => {
    const answers: Response[] = []
    const printed: unknown[][] = []

    beforeEach(() => {
      answers.length = 0
      printed.length = 0
      for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value)
    })

    it.each(samples)('%s gets a success', async (operation, { client }) => {
      const send = globalThis.fetch
      const leave = new AbortController()
      vi.stubGlobal('fetch', async (request: Request) => {
        const here = new Request(request.url.replace(documented, mock.origin), request)
        const session = sessionOf(name, operation, 'client')
        here.headers.set('X-Mock-Session', session)
        const answer = await hurried(mock.origin, session, send(here, { signal: leave.signal }))
        answers.push(answer)
        return answer
      })
      vi.spyOn(console, 'log').mockImplementation((...values) => {
        printed.push(values)
        // A stream is read until its reader leaves.
        if (client.includes('pipeTo')) leave.abort()
      })
      try {
        const file = join(folder, `${name}-${operation}.ts`)
        await writeFile(file, client.replace("'../generated/", "'../../generated/"))
        await import(/* @vite-ignore */ file).catch((error: unknown) => {
          if (!leave.signal.aborted) throw error
        })
      } finally {
        vi.unstubAllGlobals()
        vi.restoreAllMocks()
        vi.unstubAllEnvs()
      }
      expect(printed.length).toBeGreaterThan(0)
      const [answer] = answers
      expect(answer?.ok, JSON.stringify(printed)).toBe(true)
    })
  })
})

it('every sample of a typed client compiles', async () => {
  const files: string[] = []
  for (const name of names) {
    for (const [operation, { client }] of Object.entries(await samplesOf(name))) {
      const file = join(folder, `checked-${name}-${operation}.ts`)
      await writeFile(file, client.replace("'../generated/", "'../../generated/"))
      files.push(file)
    }
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
