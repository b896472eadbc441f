import { UserError } from '../../src/cli/user-error.ts'
import type { RenderedFiles } from './render-unit.ts'
import { startTypesThread, type TypesThread } from './types-thread.ts'
import type { Unit } from './units.ts'

/** Renders units in memory, and stays warm between them: the libraries that it stands on take a second to load. */
export interface Renderer {
  /**
   * Files of each unit, by its name.
   *
   * @throws {UserError} with every fault of every unit, a line each
   */
  render(units: readonly Unit[], base: string): Promise<Map<string, RenderedFiles>>
  close(): Promise<void>
}

export function createRenderer(): Renderer {
  let types: TypesThread | undefined

  return {
    async render(units, base) {
      types ??= startTypesThread()
      const { print } = types
      // Not before the thread has started: loading blocks this one.
      const { renderUnit } = await import('./render-unit.ts')
      const results = await Promise.allSettled(units.map((unit) => renderUnit(unit, base, print)))
      const faults = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
      const unforeseen = faults.find((fault) => !(fault instanceof UserError))
      if (unforeseen) throw unforeseen
      if (faults.length > 0) throw new UserError(distinctLines(faults.map(({ message }) => message)))
      return new Map(
        units.flatMap(({ name }, index) => {
          const result = results[index]
          return result?.status === 'fulfilled' ? [[name, result.value] as const] : []
        }),
      )
    },
    async close() {
      await types?.close()
    },
  }
}

/** A fault in a file that interfaces share is met once for each of them. */
function distinctLines(messages: string[]): string {
  return [...new Set(messages.join('\n').split('\n'))].join('\n')
}
