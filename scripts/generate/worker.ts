import { parentPort, workerData } from 'node:worker_threads'
import { UserError } from '../../src/cli/user-error.ts'
import { generateUnit } from './generate-unit.ts'
import type { Unit } from './units.ts'

/** What one worker is started with. */
export interface WorkerInput {
  units: Unit[]
  base: string
  out: string
}

const { units, base, out } = workerData as WorkerInput
for (const unit of units) {
  try {
    await generateUnit(unit, base, out)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    // Told, not thrown: the other units' problems are worth hearing in the same run.
    parentPort?.postMessage(error.message)
  }
}
