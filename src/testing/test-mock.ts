import type { SeededCredential } from '../behaviour/definition.ts'
import type { InterfaceName } from './operations.ts'
import type { MockSession } from './session.ts'

/**
 * A running mock. It is also the default session, for requests that name no session. Tests that run at the same
 * time open one session each.
 */
export interface TestMock<Name extends InterfaceName = InterfaceName> extends MockSession<Name> {
  /** `http://127.0.0.1:49152` */
  readonly origin: string
  /** Address to put before the paths of an interface's document. */
  baseUrl(name: Name): string
  /** All of them: one for each member of a cluster, or for each of a document's servers. */
  baseUrls(name: Name): string[]
  /** A credential that the mock accepts from the start, by its role, such as `full`. */
  credential(name: Name, role: string): SeededCredential
  /** Opens a session with the seed of the mock. */
  session(): Promise<MockSession<Name>>
  /** Stops the mock. */
  close(): Promise<void>
}
