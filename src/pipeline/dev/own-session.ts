import { dirname, relative } from 'node:path'
import type { RunningMock } from '../../mock/start-mock.ts'
import { renewCode } from '../../workspace/load-own-code.ts'
import { type OpenedWorkspace, openWorkspace } from '../../workspace/open-workspace.ts'
import type { WorkspaceOptions } from '../../workspace/opened.ts'
import { createQueue } from './queue.ts'
import { watchSources } from './watch.ts'

/** Milliseconds without an event after which an edit is complete: an editor that saves a file causes several events. */
const quiet = 30

export interface OwnSessionOptions {
  /** The root of the workspace, with a slash at its end. */
  root: string
  opened: OpenedWorkspace
  options: WorkspaceOptions
  mock: Pick<RunningMock, 'interfaces' | 'reload'>
  print(text: string): void
}

/** Serves edited documents and code of a user's workspace. After a fault, the mock serves what it had. */
export async function startOwnSession({
  root,
  opened,
  options,
  mock,
  print,
}: OwnSessionOptions): Promise<{ close(): Promise<void> }> {
  const documents = opened.interfaces.map(({ published }) => relative(root, dirname(published.file)) || '.')
  const queue = createQueue(async (paths) => {
    const code = new Set([...paths].flatMap((path) => /^src\/interfaces\/([^/]+)\/.*\.m?[jt]s$/.exec(path)?.[1] ?? []))
    const others = [...paths].some((path) => /\.(ya?ml|json)$/.test(path) && !path.startsWith('generated/'))
    try {
      if (code.size > 0) renewCode()
      if (others) await openWorkspace(options)
      for (const { name } of mock.interfaces) {
        if (!others && !code.has(name)) continue
        await mock.reload(name)
        print(`${name}: loaded again; it starts anew in every session`)
      }
    } catch (error) {
      print(`${(error as Error).message}\nNot in order: the mock serves what it had.`)
    }
  }, quiet)
  const stopWatching = await watchSources(root, [...new Set([...documents, 'src/interfaces'])], (path) =>
    queue.add([path]),
  )
  return {
    async close() {
      await stopWatching()
      await queue.close()
    },
  }
}
