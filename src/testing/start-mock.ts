import { startMock as startServer } from '../mock/start-mock.ts'
import { bundled } from '../workspace/bundled.ts'
import { openTestMock } from './open-test-mock.ts'
import type { InterfaceName } from './operations.ts'
import { createRecorder } from './recorder.ts'
import type { Seed, TestMock } from './session.ts'

export interface TestMockOptions<Name extends InterfaceName = InterfaceName> {
  /** Names of the interfaces to serve; all when absent. */
  interfaces?: readonly Name[]
  /** Records and conditions with which every session starts, in addition to the mock's own records. */
  seed?: Seed<Name>
  /** Receives the reason when the mock withholds an answer, which is a fault of the mock; default: stderr. */
  onFault?: (reason: string) => void
}

/**
 * Starts the mock in this process, on a free port of 127.0.0.1. Stop it with `close()`, or declare it with `await using`.
 *
 * @throws {UserError} for a name that no interface has
 * @throws {ControlRefusedError} for a seed that does not fit
 */
export async function startMock<const Name extends InterfaceName = InterfaceName>(
  options: TestMockOptions<Name> = {},
): Promise<TestMock<Name>> {
  const { interfaces = [], seed, onFault } = options
  const recorder = createRecorder()
  const server = await startServer({ interfaces, wrap: recorder.wrap, ...(onFault && { onFault }) })
  const { origin, close } = server
  const send = (request: Request) => fetch(request)
  try {
    return await openTestMock(
      { origin, workspace: bundled, interfaces: server.interfaces, recorder, send, close },
      seed,
    )
  } catch (error) {
    await close()
    throw error
  }
}
