import { existsSync, readFileSync } from 'node:fs'
import type { ClientSample } from '../../behaviour/client-sample.ts'
import { loadClientSample } from '../../interfaces/load.ts'
import { root } from '../../workspace/root.ts'

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
export async function readClientMaker(name: string): Promise<ClientMaker | undefined> {
  const text = read(name, isPackage ? 'client.d.ts' : 'client.ts')
  const maker = /^export (?:declare )?(?:async )?function (create\w+Client)\b/m.exec(text ?? '')?.[1]
  if (text === undefined || maker === undefined) return undefined
  return {
    name: maker,
    credential: /\b(\w+)\??: Credential\b/.exec(text)?.[1],
    sample:
      read(name, `client-sample.${isPackage ? 'js' : 'ts'}`) === undefined ? undefined : await loadClientSample(name),
  }
}

function read(name: string, file: string): string | undefined {
  const path = `${root}src/interfaces/${name}/${file}`
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
