import type { RunningMock } from '../../mock/start-mock.ts'
import { UserError } from '../../user-error.ts'
import { describeFault, renewCode } from '../../workspace/load-code.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { type DevSources, devSources, type EditedInterface } from './sources.ts'
import { watchSources } from './watch.ts'

export interface DevOptions {
  /** The root of the workspace, with a slash at its end. */
  base: string
  workspace: Workspace
  mock: Pick<RunningMock, 'interfaces' | 'reload'>
  /** Serves interfaces that are added later too. */
  servesNew: boolean
  print(text: string): void
}

/** Milliseconds without an event after which an edit is complete: an editor that saves a file causes several events. */
const quiet = 30

/** Serves edited documents and code, until it is closed. After a fault, the mock serves what it had. Resolves once edits are seen. */
export async function startDevSession(options: DevOptions): Promise<{ close(): Promise<void> }> {
  const { base, print } = options
  const sources = devSources(base, options.workspace)
  let edited = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let last = Promise.resolve()
  const stopWatching = await watchSources(base, [...sources.folders, 'src/interfaces'], (path) => {
    edited.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      last = last.then(() => followEdits())
    }, quiet)
  })
  last = followAll(() => sources.readAll())

  return {
    async close() {
      await stopWatching()
      clearTimeout(timer)
      await last
    },
  }

  async function followEdits(): Promise<void> {
    const paths = edited
    edited = new Set()
    const code = new Set([...paths].flatMap((path) => /^src\/interfaces\/([^/]+)\/.*\.m?[jt]s$/.exec(path)?.[1] ?? []))
    if (code.size > 0) renewCode()
    for (const name of code) if (isServed(name, options)) await follow({ name, isMocked: true }, sources, options)
    await followAll(() => sources.readEdited(paths))
  }

  async function followAll(read: () => Promise<EditedInterface[]>): Promise<void> {
    try {
      for (const one of await read()) await follow(one, sources, options)
    } catch (error) {
      print(`${describe(error)}\nNot in order: the mock serves what it had.`)
    }
  }
}

/** Serves one interface as its files are now. */
async function follow(
  { name, isMocked, prepare }: EditedInterface,
  sources: DevSources,
  options: DevOptions,
): Promise<void> {
  const { mock, servesNew, print } = options
  const started = performance.now()
  const elapsed = () => `${Math.round(performance.now() - started)} ms`
  try {
    const remark = await prepare?.()
    if (remark) print(remark)
    if (isMocked && isServed(name, options)) {
      await mock.reload(sources.find(name))
      print(`${name}: loaded again in ${elapsed()}; it starts anew in every session`)
    } else if (isMocked && servesNew) {
      await mock.reload(sources.find(name))
      print(`${name}: new, at ${mock.interfaces.find((one) => one.name === name)?.baseUrls.join(', ')}`)
    } else {
      print(`${name}: generated in ${elapsed()}`)
    }
  } catch (error) {
    print(`${describe(error)}\n${name}: not in order, the mock serves what it had`)
  }
}

function isServed(name: string, { mock }: DevOptions): boolean {
  return mock.interfaces.some((one) => one.name === name)
}

function describe(error: unknown): string {
  return error instanceof UserError ? error.message : describeFault(error)
}
