import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadSiteData } from '../../../src/docs/data/site-data.ts'
import { callOf } from '../../../src/docs/samples/call.ts'
import { writeSamples } from '../../../src/docs/samples/samples.ts'
import { startMock } from '../../../src/mock/start-mock.ts'
import { openWorkspace } from '../../../src/workspace/open-workspace.ts'

// Runs the curl sample of each operation against the mock of its document, and lists those that get no documented success; then a program
// of each other language, of an operation with a body where one succeeded.

const run = promisify(execFile)

/** @param file an OpenAPI document */
export async function runSamples(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-samples-'))
  const workspace = await openWorkspace({ words: [file], from: folder })
  const [system] = (await loadSiteData({ workspace })).systems
  const mock = await startMock({ workspace })
  const failures = new Map<string, string[]>()
  const succeeded: { hasBody: boolean; programs: Map<string, string> }[] = []
  let count = 0
  for (const operation of system?.contract?.operations.values() ?? []) {
    if (!system) break
    count++
    const call = callOf(system, operation)
    const samples = writeSamples(call).map(
      ({ id, code }) => [id, code.replace(call.base, mock.origin + call.mount)] as const,
    )
    const programs = new Map(samples)
    const command = programs.get('curl')
    // A record that another sample has deleted is there again.
    await fetch(`${mock.origin}/_control/sessions/default/reset`, { method: 'POST' })
    const { stdout = '', stderr = '' } = await run(
      'bash',
      ['-c', `exec ${command} -sS --max-time 20 --write-out '\n%{http_code} %header{x-mock-reason}'`],
      {
        cwd: folder,
        maxBuffer: 2 ** 26,
        encoding: 'utf8',
      },
    ).catch((error: { stderr?: string; stdout?: string }) => error)
    const last = stdout.slice(stdout.lastIndexOf('\n') + 1)
    const successes = [...operation.responses.keys()].filter((status) => /^[23]/.test(status))
    const isSuccess = /^[23]/.test(last) || (successes.length === 0 && operation.responses.has(last.slice(0, 3)))
    if (isSuccess) succeeded.push({ hasBody: call.body !== undefined, programs })
    if (isSuccess) continue
    const reason = `${last.slice(0, 3)} ${stderr.slice(0, 200)}`
    failures.set(reason, [...(failures.get(reason) ?? []), `${operation.id}: ${last.slice(4, 300)}`])
  }
  const chosen = succeeded.find(({ hasBody }) => hasBody) ?? succeeded[0]
  for (const [language, program] of chosen ? languages : []) {
    await fetch(`${mock.origin}/_control/sessions/default/reset`, { method: 'POST' })
    console.log(`  ${language}: ${await program(chosen?.programs.get(language) ?? '', folder)}`)
  }
  await mock.close()
  rmSync(folder, { recursive: true, force: true })
  const failed = [...failures.values()].flat().length
  console.log(
    `${file}: ${count - failed} of ${count} samples succeed (${((100 * (count - failed)) / count).toFixed(1)} %)`,
  )
  for (const [reason, all] of failures)
    console.log(`  ${reason.trim()}: ${all.length}\n    ${all.slice(0, 20).join('\n    ')}`)
}

type Program = (code: string, folder: string) => Promise<string>

/** Runs a file of a sample. All samples print the status first. */
const runFile =
  (name: string, command: string, args: readonly string[] = []): Program =>
  async (code, folder) => {
    const file = join(folder, name)
    writeFileSync(file, code)
    const { stdout = '', stderr = '' } = await run(command, [...args, file]).catch(
      (error: { stderr?: string; stdout?: string }) => error,
    )
    return `${stdout.slice(0, 60).replaceAll(/\s+/g, ' ')} ${stderr.slice(0, 300)}`.trim()
  }

const languages = new Map([
  ['fetch', runFile('sample.mjs', process.execPath)],
  ['python', runFile('sample.py', 'python3')],
  ['go', runFile('sample.go', 'go', ['run'])],
])
