import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startMock } from '../mock/start-mock.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { UserError } from '../user-error.ts'
import { startProxy } from '../validate/proxy/proxy.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import { type BrokenDocument, brokenDocuments, soundDocuments, strangeDocuments } from './broken-documents.fixture.ts'
import { callCommand } from './call-command.fixture.ts'

// RULEBOUND_BROKEN_DOCUMENTS=all tries all 10,000, and 500 that many; with RULEBOUND_SEED=2, others.
const { RULEBOUND_BROKEN_DOCUMENTS: wanted = '24', RULEBOUND_SEED: seed = '1' } = process.env

function chooseDocuments(): BrokenDocument[] {
  const all = [...brokenDocuments()]
  const step = wanted === 'all' ? 1 : Math.floor(all.length / Number(wanted))
  return all.filter((_, index) => index % step === Number(seed) % step)
}

const exchange = {
  request: {
    method: 'POST',
    url: 'https://lamps.example/lamps',
    headers: [],
    postData: { mimeType: 'application/json', text: '{}' },
  },
  response: {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { text: '{"id": "a"}' },
  },
}
const har = JSON.stringify({
  log: { version: '1.2', entries: [{ startedDateTime: '2026-01-01T00:00:00Z', ...exchange }] },
})

/** Why a command ended neither with a verdict nor with a message; undefined if it did. */
async function faultOf(args: readonly string[]): Promise<string | undefined> {
  try {
    const { code, stderr } = await callCommand(args)
    if (/^ {4}at /m.test(stderr)) return `a stack trace: ${stderr.slice(0, 400)}`
    return code === 2 && stderr.trim() === '' ? 'it ends with 2, and says nothing' : undefined
  } catch (error) {
    return stackOf(error)
  }
}

function stackOf(error: unknown): string {
  return String((error as Error).stack ?? error)
    .split('\n')
    .slice(0, 6)
    .join('\n')
}

/** Faults of a mock of the document and of a proxy before it, and those of `verify`, which asks the mock. */
async function faultsOfServers(file: string, folder: string): Promise<string[]> {
  const faults: string[] = []
  try {
    const workspace = await openWorkspace({ words: [file], from: folder })
    const mock = await startMock({ workspace, onFault: (fault) => faults.push(`mock: ${fault}`) })
    try {
      for (const one of workspace.interfaces) {
        const upstream = new URL(`${mock.origin}/${one.name}${one.contract.mount}`)
        const proxy = await startProxy({ interface: one, upstream, onFinding: () => {} })
        for (const { method, path } of one.contract.operations.values()) {
          const sent = path.replaceAll(/\{[^}]*\}/g, 'a')
          for (const base of [upstream.href, `${proxy.origin}${upstream.pathname}`])
            faults.push(...(await ask(`${base}${sent}`, method)))
        }
        await proxy.close()
        const fault = await faultOf(['verify', file, '--base-url', upstream.href, '--max-requests', '40'])
        if (fault) faults.push(`verify: ${fault}`)
      }
    } finally {
      await mock.close()
    }
  } catch (error) {
    if (!(error instanceof UserError)) faults.push(`servers: ${stackOf(error)}`)
  }
  return faults
}

async function ask(url: string, method: string): Promise<string[]> {
  if (!/^[A-Za-z]+$/.test(method) || /^(trace|connect|track)$/i.test(method)) return []
  const hasBody = !/^(get|head)$/i.test(method)
  const body = { body: '{"id": "a"}', headers: { 'content-type': 'application/json', 'x-key': 'a' } }
  const response = await fetch(url, { method: method.toUpperCase(), ...(hasBody && body) })
  const text = await response.text()
  return /(mock|proxy) failed/.test(text) ? [`${method} ${url}: ${response.status} ${text}`] : []
}

const folder = temporaryFolder()
const [before, file, soundFile, traffic] = [process.cwd(), 'api.json', 'sound.json', 'traffic.har']

beforeAll(() => {
  process.chdir(folder)
  writeFileSync(soundFile, JSON.stringify(soundDocuments[0]))
  writeFileSync(traffic, har)
})

afterAll(() => process.chdir(before))

const sound = soundDocuments.map((document) => ({ what: 'a sound document', document }))

it.each([...sound, ...strangeDocuments, ...chooseDocuments()])(
  'every command ends with a verdict or a message, whatever a document holds: $what',
  async ({ document }) => {
    writeFileSync(file, JSON.stringify(document))
    const faults = await faultsOfServers(join(folder, file), folder)
    for (const args of [
      ['lint', `./${file}`],
      ['rules', `./${file}`],
      ['docs', `./${file}`, '--out', 'site'],
      ['diff', `./${soundFile}`, `./${file}`],
      ['diff', `./${file}`, `./${soundFile}`],
      ['mock', 'state', `./${file}`],
      ['generate', `./${file}`],
      ['validate', traffic, `./${file}`],
    ]) {
      const fault = await faultOf(args)
      if (fault !== undefined) faults.push(`${args.join(' ')}\n${fault}`)
    }
    expect(faults.join('\n\n')).toBe('')
  },
)
