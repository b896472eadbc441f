import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadSiteData } from '../../../src/docs/data/site-data.ts'
import { callOf } from '../../../src/docs/samples/call.ts'
import { textOf } from '../../../src/docs/samples/code.ts'
import { writeSamples } from '../../../src/docs/samples/samples.ts'
import { startMock } from '../../../src/mock/start-mock.ts'
import { openWorkspace } from '../../../src/workspace/open-workspace.ts'

// Runs the curl sample of each operation against the mock of its document, and lists those that get no documented success.

const run = promisify(execFile)

/** @param file an OpenAPI document */
export async function runSamples(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-samples-'))
  const workspace = await openWorkspace({ words: [file], from: folder })
  const [system] = (await loadSiteData({ workspace })).systems
  const mock = await startMock({ workspace })
  const failures = new Map<string, string[]>()
  let count = 0
  for (const operation of system?.contract?.operations.values() ?? []) {
    if (!system) break
    count++
    const call = callOf(system, operation)
    const [curl] = writeSamples(call, system)
    const command = textOf(curl?.code ?? '').replace(call.base, mock.origin + call.mount)
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
    if (isSuccess) continue
    const reason = `${last.slice(0, 3)} ${stderr.slice(0, 200)}`
    failures.set(reason, [...(failures.get(reason) ?? []), `${operation.id}: ${last.slice(4, 300)}`])
  }
  await mock.close()
  rmSync(folder, { recursive: true, force: true })
  const failed = [...failures.values()].flat().length
  console.log(
    `${file}: ${count - failed} of ${count} samples succeed (${((100 * (count - failed)) / count).toFixed(1)} %)`,
  )
  for (const [reason, all] of failures)
    console.log(`  ${reason.trim()}: ${all.length}\n    ${all.slice(0, 400).join('\n    ')}`)
}
