import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { acceptVerbs } from './list-verb.ts'

let server: Server
let port: number
const onRequest = new Map<string, (response: ServerResponse) => void>()
/** Resolves with the answer to the next request for the path. */
const whenAnswering = (path: string) => new Promise<ServerResponse>((resolve) => onRequest.set(path, resolve))
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Answers with the method, target and body that it received. */
beforeAll(async () => {
  server = createServer(
    { keepAliveTimeout: 0, keepAliveTimeoutBuffer: 0, connectionsCheckingInterval: 5 },
    async (request, response) => {
      const method = methodOf(request)
      let body = ''
      for await (const chunk of request) body += chunk
      onRequest.get(request.url ?? '')?.(response)
      if (request.url?.startsWith('/never')) return
      // Answers late, so that a pipelined LIST would overtake it if it could.
      if (request.url === '/late') for (let turn = 0; turn < 30; turn++) await nextTurn()
      response.end(`[${method} ${request.url} ${body}]`)
    },
  )
  const methodOf = acceptVerbs(
    server,
    (_, connection) => connection.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'),
    () => ['LIST', 'FOO', 'PLAYED'],
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

/** Opens a connection. Each call sends packets one by one, and resolves with all answers as soon as they are so many. */
function converse() {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay(true)
  onTestFinished(() => void socket.destroy())
  const answers: string[] = []
  let rest = ''
  const closed = new Promise<never>((_, reject) => {
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`closed after ${answers.length} answers, and: ${rest}`)))
  })
  closed.catch(() => {})
  socket.on('data', (data) => {
    rest += data
    const end = rest.lastIndexOf(']') + 1
    answers.push(...(rest.slice(0, end).match(/\[[^\]]*\]|(?<=HTTP\/1\.1 )[^2]\d\d/g) ?? []))
    rest = rest.slice(end)
    socket.emit('answers')
  })
  return async (packets: Iterable<string>, count: number): Promise<string[]> => {
    for (const packet of packets) {
      await new Promise<void>((resolve) => socket.write(packet, () => resolve()))
      // Gives the server some turns of the event loop, so that packets are not joined.
      for (let turn = 0; turn < 3; turn++) await nextTurn()
    }
    while (answers.length < count) await Promise.race([closed, once(socket, 'answers')])
    return answers
  }
}

const exchange = (packets: Iterable<string>, count: number) => converse()(packets, count)

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
  acceptVerbs(idle, (error) => refused.push(error.code))
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

it('gives one answer to each of 10,000 mixed requests on one connection, also after the time limit of a request', async () => {
  const kinds = [list, list, get, (path: string) => post(path, `LIST ${path} HTTP/1.1`), list, get]
  const requests = Array.from({ length: 10_000 }, (_, index) => kinds[index % kinds.length]?.(`/${index}`) ?? '')
  const expected = requests.map((text) => {
    const [, method, path, body] = /^(\S+) (\S+).*?\r\n\r\n(.*)$/s.exec(text) ?? []
    return `[${method} ${path} ${body}]`
  })
  // Up to five requests in a packet, and a request in up to three packets.
  const packets: string[] = []
  for (let text = requests.join(''), length = 1; text !== ''; text = text.slice(length)) {
    length = 1 + ((length * 7919) % 211)
    packets.push(text.slice(0, length))
  }
  const send = converse()
  expect(await send(packets, requests.length)).toEqual(expected)
  await passRequestTimeout()
  expect(await send([list('/last')], requests.length + 1)).toEqual([...expected, '[LIST /last ]'])
})

/** Ends every request on the server that is not whole. */
async function passRequestTimeout(): Promise<void> {
  const { headersTimeout, requestTimeout } = server
  Object.assign(server, { headersTimeout: 1, requestTimeout: 1 })
  // One look at the connections ends them all: this one, begun last, as well.
  const half = connect(port, '127.0.0.1')
  half.write('GET /half HTTP/1.1\r\n')
  await once(half, 'data')
  half.destroy()
  Object.assign(server, { headersTimeout, requestTimeout })
}

it.each(['leaves', 'is cut off by the server'])(
  'ends answers under way to pipelined LISTs when the caller %s',
  async (how) => {
    const opened = whenAnswering('/never/first')
    const socket = connect(port, '127.0.0.1').resume()
    socket.on('error', () => {}).write(list('/a') + list('/never/first') + list('/second'))
    const response = await opened
    if (how === 'leaves') socket.destroy()
    else server.closeAllConnections()
    if (!response.closed) await once(response, 'close')
    if (!socket.closed) await once(socket, 'close')
  },
)

it('does not take the time limit of an idle connection for one of a pipelined LIST', async () => {
  server.keepAliveTimeout = 1
  const opened = whenAnswering('/never/idle')
  const sent = exchange([get('/late') + list('/never/idle')], 2)
  const response = await opened
  await passIdleTimeout()
  response.end('[at last]')
  expect(await sent).toEqual(['[GET /late ]', '[at last]'])
})

/** Another connection becomes idle, and is closed for that. */
async function passIdleTimeout(): Promise<void> {
  const idle = connect(port, '127.0.0.1').resume()
  idle.write(get('/a'))
  await once(idle, 'close')
  server.keepAliveTimeout = 0
}

it('answers verbs of any beginning, split at any place, one behind the other', async () => {
  const ask = converse()
  const expected: string[] = []
  for (const verb of ['FOO', 'PLAYED', 'LIST']) {
    const bytes = `${verb} /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi`
    for (const at of [1, 2, 3, 4, 5, 6]) {
      expected.push(`[${verb} /a hi]`)
      expect(await ask([bytes.slice(0, at), bytes.slice(at)], expected.length)).toEqual(expected)
    }
  }
})
