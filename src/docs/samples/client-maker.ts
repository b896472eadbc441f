import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientSample } from '../../behaviour/client-sample.ts'
import { loadClientSample } from '../../interfaces/load.ts'
import type { WorkspaceInterface } from '../../workspace/workspace.ts'

/** How a reader makes the client of an interface. */
export interface ClientMaker {
  /** `createOrdersClient` */
  name: string
  /** The option that takes the credential; undefined if the client takes none. */
  credential: string | undefined
  sample: ClientSample | undefined
}

/** The package has the code of clients without types, and their declarations. */
const isPackage = import.meta.url.endsWith('.js')

/** Reads the code of a client: its function, and its option of the type `Credential`. Undefined if the interface has no client. */
export async function readClientMaker(one: WorkspaceInterface): Promise<ClientMaker | undefined> {
  const file = join(String(one.code), isPackage ? 'client.d.ts' : 'client.ts')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const maker = /^export (?:declare )?(?:async )?function (create\w+Client)\b/m.exec(text)?.[1]
  if (maker === undefined) return undefined
  return {
    name: maker,
    credential: /\b(\w+)\??: Credential\b/.exec(text)?.[1],
    sample: await loadClientSample(one),
  }
}
