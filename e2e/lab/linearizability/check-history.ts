import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { never, type Operation } from './record-history.ts'

const module = fileURLToPath(new URL('.', import.meta.url))

/** Why histories cannot be judged here; undefined where they can. */
export const missingGo = spawnSync('go', ['version']).status === 0 ? undefined : 'needs Go'

/** Asks Porcupine whether a history of registers is linearizable. */
export function isLinearizable(operations: readonly Operation[]): boolean {
  // A write without an answer that nobody has read may come after all else, so it says nothing, and would multiply the orders to try.
  const read = new Set(operations.filter(({ write }) => !write).map(({ value }) => value))
  const telling = operations.filter(({ value, return: end }) => end < never || read.has(value))
  const run = spawnSync('go', ['run', '-mod=readonly', '.'], {
    cwd: module,
    input: JSON.stringify(telling),
    encoding: 'utf8',
  })
  const verdict = run.stdout.trim()
  if (verdict !== 'Ok' && verdict !== 'Illegal') throw new Error(`Porcupine gave no verdict: ${verdict}${run.stderr}`)
  return verdict === 'Ok'
}
