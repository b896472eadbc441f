import { UserError } from '../../user-error.ts'
import type { RenderedFiles } from './render-unit.ts'
import { startTypesThread, type TypesThread } from './types/types-thread.ts'
import type { Unit } from './units.ts'

/** Renders units in memory. Keeps its libraries loaded between units, since loading them takes a second. */
export interface Renderer {
  /**
   * Files of each unit, by its name.
   *
   * @throws {UserError} with one line for each fault of each unit
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
      // Loading blocks this thread, so the other one starts first.
      const { renderUnit } = await import('./render-unit.ts')
      const results = await settleInTurn(units, (unit) => renderUnit(unit, base, print))
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

/** How many units are rendered at once. This keeps both threads busy; more would only take memory. */
const atOnce = 4

async function settleInTurn<T, R>(
  items: readonly T[],
  act: (item: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = []
  const waiting = items.entries()
  const work = async (): Promise<void> => {
    for (const [index, item] of waiting)
      [results[index]] = (await Promise.allSettled([act(item)])) as [PromiseSettledResult<R>]
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** Each interface that uses a shared file reports the faults in it. */
function distinctLines(messages: string[]): string {
  return [...new Set(messages.join('\n').split('\n'))].join('\n')
}
