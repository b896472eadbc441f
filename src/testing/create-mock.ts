import { assemble } from '../mock/assemble.ts'
import { describeServed } from '../mock/control/served.ts'
import { initialConditions } from '../mock/session/session.ts'
import { LocalSessions } from '../mock/session/sessions.ts'
import { controlName, loadInterface, selectServed } from '../mock/start-mock.ts'
import { bundled } from '../workspace/bundled.ts'
import { openWorkspaceFor } from '../workspace/open-workspace.ts'
import { answerInProcess } from './in-process.ts'
import { openTestMock } from './open-test-mock.ts'
import type { InterfaceName } from './operations.ts'
import { createRecorder } from './recorder.ts'
import type { TestMock } from './session.ts'
import type { ServedName, TestMockOptions } from './start-mock.ts'

/** The address of the mock in the documents: their first server. */
export const documentedOrigin = 'http://127.0.0.1:4010'

/**
 * Makes the mock without a port: its `fetch`, and the `fetch` of its sessions, answer requests to its `origin` in this process.
 *
 * @throws {UserError} for a name that no interface has, and for a document that cannot be read
 * @throws {ControlRefusedError} for a seed that does not fit
 */
export async function createMock<const Name extends string = InterfaceName, const Document extends string = never>(
  options: TestMockOptions<Name, Document> = {},
): Promise<TestMock<ServedName<Name, Document>>> {
  const { interfaces = [], documents, seed, onFault = (reason) => console.error(reason) } = options
  const recorder = createRecorder()
  const workspace = await openWorkspaceFor(interfaces, documents)
  const { gateway, served } = assemble({
    interfaces: await Promise.all(selectServed(workspace, []).map((one) => loadInterface(one))),
    control: bundled.find(controlName).contract,
    sessions: new LocalSessions(),
    onFault,
    explain: true,
    wrap: recorder.wrap,
  })
  const origin = documentedOrigin
  const descriptions = [...served.values()].map((one) => {
    const { contract, definition } = one.engine
    const baseUrls = contract.mounts.map((mount) => `${origin}/${contract.prefix}${mount}`)
    return describeServed({ ...one, baseUrls }, initialConditions(definition))
  })
  const foundation = {
    origin,
    workspace,
    interfaces: descriptions,
    recorder,
    send: (request: Request) => answerInProcess(gateway, request),
    close: async () => {},
  }
  return openTestMock(foundation, seed)
}
