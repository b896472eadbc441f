import { randomUUID } from 'node:crypto'
import type { SeededCredential } from '../behaviour/definition.ts'
import type { ServedInterface } from '../mock/control/served.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { openControlPlane, openSession } from './open-session.ts'
import type { Recorder } from './recorder.ts'
import type { Seed, TestMock } from './session.ts'

/** The parts of a mock, with sockets or without. */
export interface Foundation {
  origin: string
  workspace: Pick<Workspace, 'find'>
  interfaces: readonly ServedInterface[]
  recorder: Recorder
  send: (request: Request) => Promise<Response>
  close(): Promise<void>
}

/** Makes a `TestMock` from the parts of a mock. */
export async function openTestMock<Name extends string>(
  { origin, workspace, interfaces, recorder, send, close }: Foundation,
  seed: Seed<Name> = {},
): Promise<TestMock<Name>> {
  const ownerOf = (operation: string, name?: string) => findOwner(workspace, interfaces, operation, name)
  const parts = { plane: openControlPlane(origin, send), send, seed, ownerOf }
  const open = async (name: string) => {
    const session = await openSession(parts, name, recorder.of(name))
    const end = async () => {
      await session.close()
      recorder.forget(name)
    }
    return { ...session, close: end, [Symbol.asyncDispose]: end }
  }
  const find = (name: string) => {
    const served = interfaces.find((each) => each.name === name)
    if (served) return served
    throw new TypeError(
      `the mock does not serve '${name}'; it serves ${interfaces.map((each) => each.name).join(', ')}`,
    )
  }
  return {
    ...(await openSession(parts, 'default', recorder.of('default'))),
    origin,
    baseUrl: (name) => find(name).baseUrls[0] ?? origin,
    baseUrls: (name) => [...find(name).baseUrls],
    credential: (name, role) => findCredential(find(name), role),
    session: () => open(randomUUID()),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function findCredential({ name, credentials }: ServedInterface, role: string): SeededCredential {
  const credential = credentials.find((each) => each.role === role)
  if (credential) return credential
  throw new TypeError(`${name} has no credential '${role}'; it has ${credentials.map((each) => each.role).join(', ')}`)
}

function findOwner(
  workspace: Foundation['workspace'],
  interfaces: Foundation['interfaces'],
  operation: string,
  name: string | undefined,
): string {
  const owners = interfaces
    .map((each) => each.name)
    .filter((owner) => workspace.find(owner).contract.operations.has(operation))
  const [owner, other] = name === undefined ? owners : owners.filter((each) => each === name)
  if (owner === undefined) throw new TypeError(`the mock serves no operation '${operation}'`)
  if (other === undefined) return owner
  throw new TypeError(`${operation} is an operation of ${owners.join(' and ')}: say which with \`interface\``)
}
