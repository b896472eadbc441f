import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { acceptListVerb } from './list-verb.ts'

let server: Server
let port: number

/** Answers with the method, target and body that it received. */
beforeAll(async () => {
  server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const method = methodOf(request)
    let body = ''
    for await (const chunk of request) body += chunk
    // The first answers late, so that a pipelined LIST would overtake it if it could.
    if (request.url === '/never') return
    if (request.url === '/late') await new Promise((resolve) => setTimeout(resolve, 30))
    response.end(`[${method} ${request.url} ${body}]`)
  })
  const methodOf = acceptListVerb(server, (_, connection) =>
    connection.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const list = (path: string) => `LIST ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const post = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`

/** Sends the packets one by one, and returns the bodies of the expected number of answers. */
async function exchange(packets: string[], answers: number): Promise<string[]> {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay(true)
  let seen = ''
  const complete = new Promise<string[]>((resolve, reject) => {
    socket.on('data', (data) => {
      seen += data
      const bodies = seen.match(/\[[^\]]*\]/g) ?? []
      if (bodies.length >= answers) resolve(bodies)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after: ${seen}`)))
  })
  for (const packet of packets) {
    await new Promise<void>((resolve) => socket.write(packet, () => resolve()))
    // Gives the server some turns of the event loop, so that packets are not joined.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  try {
    return await complete
  } finally {
    socket.destroy()
  }
}

it('answers LIST as the first request of a connection', async () => {
  expect(await exchange([list('/a')], 1)).toEqual(['[LIST /a ]'])
})

it('answers LIST, GET and LIST again on one connection kept alive', async () => {
  expect(await exchange([get('/a'), list('/b'), get('/c'), list('/d'), list('/e'), post('/f', 'x')], 6)).toEqual([
    '[GET /a ]',
    '[LIST /b ]',
    '[GET /c ]',
    '[LIST /d ]',
    '[LIST /e ]',
    '[POST /f x]',
  ])
})

it('keeps the order of pipelined answers, however late an earlier one is', async () => {
  const pipeline = get('/late') + list('/b') + get('/late') + list('/d') + get('/e')
  expect(await exchange([pipeline], 5)).toEqual([
    '[GET /late ]',
    '[LIST /b ]',
    '[GET /late ]',
    '[LIST /d ]',
    '[GET /e ]',
  ])
})

it('does not read a body as a request', async () => {
  const body = `LIST /trap HTTP/1.1\r\nHost: x\r\n\r\n`
  expect(await exchange([post('/a', body) + list('/b')], 2)).toEqual([`[POST /a ${body}]`, '[LIST /b ]'])
})

it('finds the verb in every split into packets', async () => {
  const text = get('/a') + list('/b')
  for (let cut = 1; cut < text.length; cut += 1) {
    expect(await exchange([text.slice(0, cut), text.slice(cut)], 2)).toEqual(['[GET /a ]', '[LIST /b ]'])
  }
  expect(await exchange([...list('/c')], 1)).toEqual(['[LIST /c ]'])
})

it('accepts a LIST with a body', async () => {
  const request = `LIST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`
  expect(await exchange([request + get('/b')], 2)).toEqual(['[LIST /a hello]', '[GET /b ]'])
})

it.each(['LISP /a', 'LI /a', 'LISTS /a', 'SSUBSCRIBE /a', 'FETCH /a'])('refuses %s', async (start) => {
  const socket = connect(port, '127.0.0.1')
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.write(`${start} HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(await answer).toContain('400 Bad Request')
  socket.destroy()
})

it('looks for LIST only where the parser met an unknown method', () => {
  const refused: unknown[] = []
  const idle = createServer()
  acceptListVerb(idle, (error) => refused.push(error.code))
  const rawPacket = Buffer.from(list('/a'))
  for (const code of ['HPE_INVALID_CONSTANT', undefined])
    idle.emit('clientError', Object.assign(new Error(), { code, bytesParsed: 2, rawPacket }), new PassThrough())
  const gone = new PassThrough().destroy()
  idle.emit('clientError', Object.assign(new Error(), { code: 'HPE_INVALID_METHOD', bytesParsed: 2, rawPacket }), gone)
  expect(refused).toEqual(['HPE_INVALID_CONSTANT', undefined, 'HPE_INVALID_METHOD'])
})

it('answers curl', async () => {
  const url = `http://127.0.0.1:${port}/a`
  const { stdout } = await promisify(execFile)('curl', ['-s', '-X', 'LIST', url, '-X', 'LIST', url])
  expect(stdout).toBe('[LIST /a ][LIST /a ]')
})

it('closes the connection of a LIST when its caller ends it, and after the time limit of the server', async () => {
  for (const timeout of [0, 20]) {
    server.timeout = timeout
    const socket = connect(port, '127.0.0.1').resume()
    socket.write(list(timeout > 0 ? '/never' : '/a'))
    if (timeout === 0) socket.end()
    await once(socket, 'close')
  }
  server.timeout = 0
})

it('survives a caller that leaves in the middle of a LIST', async () => {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve) => socket.write('LIST /a HT', () => resolve()))
  socket.destroy()
  expect(await exchange([list('/b')], 1)).toEqual(['[LIST /b ]'])
})
