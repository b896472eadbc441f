import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand, UserError } from '../../src/cli/user-error.ts'
import { root } from '../specs/interfaces.ts'
import { benchMock } from './mock.ts'
import { parseOptions } from './options.ts'
import { endEverything, endEverythingAtExit, startChild } from './processes/children.ts'
import { printReport } from './report/report.ts'
import { failedRows } from './report/results.ts'
import { targetsOf } from './report/targets.ts'
import { NoAnswerError } from './servers/first-answer.ts'

await runCommand(async () => {
  const { only, parameterRounds, pipeline, ...options } = parseOptions(process.argv.slice(2))
  endEverythingAtExit()
  if ((only ?? 'request-params') === 'request-params')
    await benchApart('request-params', '--rounds', String(parameterRounds))
  if ((only ?? 'validate') === 'validate') await benchApart('validate')
  if ((only ?? 'pipeline') === 'pipeline') await benchApart('pipeline', ...pipeline)
  if ((only ?? 'mock') !== 'mock') return
  const results = await benchMock(options).catch((error: unknown) => {
    endEverything()
    throw error instanceof NoAnswerError ? new UserError(error.message) : error
  })
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(
    join(root, 'dist/bench.json'),
    `${JSON.stringify({ ...results, targets: targetsOf(results) }, null, 1)}\n`,
  )
  console.log(printReport(results))
  if (failedRows(results.rows).length > 0) process.exitCode = 1
})

/** In a process of its own: what the mock's measurements leave behind in memory and in compiled code would disturb it. */
async function benchApart(name: string, ...args: string[]): Promise<void> {
  const script = join(root, `scripts/bench/${name}.ts`)
  const child = startChild([process.execPath, script, ...args], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) process.exitCode = 1
  console.log()
}
