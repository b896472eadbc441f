import { startMock as startServer } from '../mock/start-mock.ts'
import { openWorkspaceFor } from '../workspace/open-workspace.ts'
import { openTestMock } from './open-test-mock.ts'
import type { InterfaceName } from './operations.ts'
import { createRecorder } from './recorder.ts'
import type { Seed, TestMock } from './session.ts'

export interface TestMockOptions<Name extends string = InterfaceName, Document extends string = never> {
  /**
   * Names of the interfaces to serve; all bundled ones when there is neither a name nor a document. A name that is not a bundled one is
   * looked up in the workspace of the working directory.
   */
  interfaces?: readonly Name[]
  /** Paths of OpenAPI documents to serve, from the working directory: `./petstore.yaml` is the interface `petstore`. */
  documents?: readonly Document[]
  /** Records and conditions with which every session starts, in addition to the mock's own records. */
  seed?: Seed<ServedName<Name, Document>>
  /** Receives the reason when the mock withholds an answer, which is a fault of the mock; default: stderr. */
  onFault?: (reason: string) => void
}

/** What names an interface of a mock: any text as soon as it serves a document. */
export type ServedName<Name extends string, Document extends string> = [Document] extends [never] ? Name : string

/**
 * Starts the mock in this process, on a free port of 127.0.0.1. Stop it with `close()`, or declare it with `await using`.
 *
 * @throws {UserError} for a name that no interface has, and for a document that cannot be read
 * @throws {ControlRefusedError} for a seed that does not fit
 */
export async function startMock<const Name extends string = InterfaceName, const Document extends string = never>(
  options: TestMockOptions<Name, Document> = {},
): Promise<TestMock<ServedName<Name, Document>>> {
  const { interfaces = [], documents, seed, onFault } = options
  const workspace = await openWorkspaceFor(interfaces, documents)
  const recorder = createRecorder()
  const server = await startServer({ workspace, wrap: recorder.wrap, ...(onFault && { onFault }) })
  const { origin, close } = server
  const send = (request: Request) => fetch(request)
  try {
    return await openTestMock({ origin, workspace, interfaces: server.interfaces, recorder, send, close }, seed)
  } catch (error) {
    await close()
    throw error
  }
}
