import { join } from 'node:path'
import type { RunningMock } from '../../src/mock/start-mock.ts'
import { generate } from '../generate/generate.ts'
import type { Renderer } from '../generate/renderer.ts'
import { filesBelow } from '../generate/tree/fingerprint.ts'
import { listUnits, type Unit } from '../generate/units.ts'
import { createLint } from './lint.ts'
import { createQueue } from './queue.ts'
import { refresh } from './refresh.ts'
import { touchedBy } from './touched.ts'
import { watchSources } from './watch.ts'

export interface DevOptions {
  /** The repository's root, with a trailing slash. */
  base: string
  mock: Pick<RunningMock, 'interfaces' | 'reload'>
  renderer: Renderer
  print(text: string): void
}

/** Milliseconds without an event after which an edit counts as done: one save of an editor is several of them. */
const quiet = 30

/** Keeps `generated/` and the mock in step with the sources, until it is closed. */
export function startDevSession({ base, mock, renderer, print }: DevOptions): { close(): Promise<void> } {
  const served = new Set(mock.interfaces.map(({ name }) => name))
  const { lint, forget } = createLint(base)
  let edited = false
  const ready = warmUp()

  const queue = createQueue(async (paths) => {
    edited = true
    await ready
    forget(paths)
    for (const { name } of unitsToRefresh(paths)) {
      await refresh(name, {
        lint,
        generate: (name) => generate(base, [name], renderer),
        reload: served.has(name) ? (name) => mock.reload(name) : undefined,
        print,
      })
    }
  }, quiet)
  const stopWatching = watchSources(base, 'specs', (path) => queue.add([path]))

  return {
    async close() {
      stopWatching()
      await queue.close()
    },
  }

  function unitsToRefresh(paths: ReadonlySet<string>): Unit[] {
    try {
      return touchedBy(paths, listUnits(base))
    } catch (error) {
      print(`${(error as Error).message}\nThe mock serves what it had.`)
      return []
    }
  }

  /**
   * Before the first edit needs them, loads the libraries, and makes them fast: what has run a few times is compiled. From the
   * smallest interface to the largest, until an edit comes.
   */
  async function warmUp(): Promise<void> {
    const size = ({ source }: Unit) => filesBelow(join(base, source)).length
    try {
      for (const unit of listUnits(base).sort((a, b) => size(a) - size(b))) {
        await lint(unit.name)
        await renderer.render([unit], base)
        if (edited) return
      }
    } catch {
      // What is wrong with it is told when it is edited.
    }
  }
}
