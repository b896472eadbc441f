import { UserError } from '../../user-error.ts'
import type { RenderedFiles } from './render-unit.ts'
import type { Unit } from './units.ts'

/**
 * Renders units in memory. The first call loads its libraries, which takes a second.
 *
 * @returns the files of each unit, by its name
 * @throws {UserError} with one line for each fault of each unit
 */
export async function renderUnits(units: readonly Unit[], base: string): Promise<Map<string, RenderedFiles>> {
  const { renderUnit } = await import('./render-unit.ts')
  const rendered = new Map<string, RenderedFiles>()
  const faults: string[] = []
  for (const unit of units) {
    await renderUnit(unit, base).then(
      (files) => rendered.set(unit.name, files),
      (error: Error) => {
        if (!(error instanceof UserError)) throw error
        faults.push(...error.message.split('\n'))
      },
    )
  }
  // Each interface that uses a shared file reports the faults in it.
  if (faults.length > 0) throw new UserError([...new Set(faults)].join('\n'))
  return rendered
}
