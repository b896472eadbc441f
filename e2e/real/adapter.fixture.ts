import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands before the client URL of a real member, and speaks as the documents do. */
export interface Adapter {
  /** Its own client URL. */
  endpoint: string
  /** The HTTP requests that it was sent: `GET /version`. */
  requests: ReadonlySet<string>
  close(): void
}

/**
 * Renames the version keys and the prefix of the metrics, in which the family differs from the documents. The control tool speaks
 * HTTP/2 from the first byte: its connections pass unchanged.
 */
export async function startAdapter(client: string): Promise<Adapter> {
  const requests = new Set<string>()
  const renaming = createHttpServer((request, response) => {
    requests.add(`${request.method} ${request.url}`)
    fetch(client + request.url)
      .then(async (answer) => response.writeHead(answer.status).end(rename(request.url, await answer.text())))
      // A stopped member does not answer, so its adapter does not either.
      .catch(() => request.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(renaming, 'listening')
  const sockets = new Set<Socket>()
  const front = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', (first) => {
      const port = first.subarray(0, 3).equals(Buffer.from('PRI')) ? new URL(client).port : portOf(renaming)
      const target = connect(Number(port), '127.0.0.1')
      target.write(first)
      socket.pipe(target).pipe(socket)
      for (const [one, other] of [
        [socket, target],
        [target, socket],
      ] as const) {
        one.on('close', () => other.destroy())
        one.on('error', () => other.destroy())
      }
    })
    socket.on('error', () => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    endpoint: `http://127.0.0.1:${portOf(front)}`,
    requests,
    close() {
      front.close()
      renaming.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function rename(path: string | undefined, text: string): string {
  return path === '/metrics'
    ? text.replace(/^((?:# \w+ )?)etcd_/gm, '$1kv_')
    : text.replace(/"etcd(server|cluster)"/g, '"kv$1"')
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  return (server.address() as AddressInfo).port
}
