import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { controlName, type RunningMock } from '../../mock/start-mock.ts'
import { UserError } from '../../user-error.ts'
import { describeFault, renewCode } from '../../workspace/load-own-code.ts'
import { generate } from '../generate/generate.ts'
import { renderUnits } from '../generate/render-units.ts'
import { filesBelow } from '../generate/tree/fingerprint.ts'
import { listUnits, touchedBy, type Unit } from '../generate/units.ts'
import { createLint } from './lint.ts'
import { createQueue } from './queue.ts'
import { refresh } from './refresh.ts'
import { watchSources } from './watch.ts'

export interface DevOptions {
  /** The repository's root, with a trailing slash. */
  base: string
  mock: Pick<RunningMock, 'interfaces' | 'reload'>
  /** Serves interfaces that are added later too. */
  servesNew: boolean
  print(text: string): void
}

/** Milliseconds without an event after which an edit is complete: an editor that saves a file causes several events. */
const quiet = 30

/** Generates and reloads what edits of the sources touch, until it is closed. Resolves once edits are seen. */
export async function startDevSession({
  base,
  mock,
  servesNew,
  print,
}: DevOptions): Promise<{ close(): Promise<void> }> {
  const { lint, forget } = createLint(base)
  let edited = false
  let ready = Promise.resolve()

  const queue = createQueue(async (paths) => {
    edited = true
    await ready
    for (const name of namesOfCode(paths)) await reloadCode(name)
    forget(paths)
    for (const { name, entry } of unitsToRefresh(paths)) {
      const isNew = servesNew && entry !== null && name !== controlName
      await refresh(name, {
        lint,
        generate: (name) => generate(base, [name]),
        reload: isServed(name) ? (name) => mock.reload(name) : isNew ? serveNew : undefined,
        print,
      })
    }
  }, quiet)
  const stopWatching = await watchSources(base, ['specs', 'src/interfaces'], (path) => queue.add([path]))
  ready = warmUp()

  return {
    async close() {
      await stopWatching()
      await queue.close()
    },
  }

  /** Serves an interface with its edited code. A fault is shown, and the mock serves what it had. */
  async function reloadCode(name: string): Promise<void> {
    if (!isServed(name)) return
    try {
      renewCode()
      await mock.reload(name)
      print(`${name}: code loaded again; the interface starts anew in every session`)
    } catch (error) {
      const fault = error instanceof UserError ? error.message : describeFault(error)
      print(`${fault}\n${name}: not in order, the mock serves what it had`)
    }
  }

  function isServed(name: string): boolean {
    return mock.interfaces.some((one) => one.name === name)
  }

  async function serveNew(name: string): Promise<void> {
    const definition = `src/interfaces/${name}/definition.ts`
    if (!existsSync(join(base, definition))) {
      throw new UserError(`${definition} is missing; write it, and save redocly.yaml again`)
    }
    await mock.reload(name)
    const added = mock.interfaces.find((one) => one.name === name)
    print(`${name}: new, at ${added?.baseUrls.join(', ')}`)
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
   * Loads the libraries before the first edit needs them, and runs them until V8 has compiled them. Goes from the smallest interface
   * to the largest, and ends when an edit comes.
   */
  async function warmUp(): Promise<void> {
    const size = ({ source }: Unit) => filesBelow(join(base, source)).length
    try {
      for (const unit of listUnits(base).sort((a, b) => size(a) - size(b))) {
        await lint(unit.name)
        await renderUnits([unit], base)
        if (edited) return
      }
    } catch {
      // A document that is broken is reported when somebody edits it.
    }
  }
}

/** The interfaces whose code is among these files. */
function namesOfCode(paths: ReadonlySet<string>): Set<string> {
  return new Set([...paths].flatMap((path) => /^src\/interfaces\/([^/]+)\/.*\.m?[jt]s$/.exec(path)?.[1] ?? []))
}
