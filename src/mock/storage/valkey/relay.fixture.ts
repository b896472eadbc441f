import { connect, createServer, type Socket } from 'node:net'

/** A relay to an engine. It can be switched to another engine, like the address of a service after a failover. */
export async function startRelay(port: number) {
  let target = port
  let waits = 0
  let hung = 0
  let maxAnswers = Number.POSITIVE_INFINITY
  const refused = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const end = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((client) => {
    const engine = connect(target, '127.0.0.1')
    let isAsked = false
    let answers = 0
    let hangs = false
    for (const socket of [client, engine]) sockets.add(socket.on('error', () => {}))
    client.on('data', (bytes) => {
      isAsked = true
      if (answers < maxAnswers) engine.write(bytes)
      else if (!hangs) {
        hangs = true
        hung++
      }
    })
    engine.on('data', (bytes) => {
      if (isAsked) waits++
      isAsked = false
      answers++
      client.write(bytes)
    })
    client.on('close', () => engine.destroy())
    engine.on('close', () => client.destroy())
    engine.on('error', () => refused.resolve())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    /** Number of times that a client has sent something and then received an answer. */
    waits: () => waits,
    /** Settles when the engine has refused a connection. */
    refused: () => refused.promise,
    /** Number of connections on which something was sent and not passed on. */
    hung: () => hung,
    /** Passes on only so many answers of each connection. */
    hangAfter(answers: number) {
      maxAnswers = answers
    },
    /** Closes all connections, and connects new ones to this port. */
    leadTo(port: number) {
      target = port
      end()
    },
    close() {
      end()
      server.close()
    },
  }
}
