import { request } from 'node:http'
import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { allParams, file, ParamError, paramInt, paramOrNothing, RequestCouldNotBeReadError } from '../request-params.ts'

/** The actions that the app of each framework serves at these paths, for GET and POST. */
export const actions: Record<string, () => Promise<string>> = {
  '/all': async () =>
    JSON.stringify(allParams().map(([name, raw]) => [name, raw instanceof File ? raw.name : (raw ?? null)])),
  '/page': async () => `page ${paramInt('page')}`,
  '/slow': async () => {
    const before = paramInt('id')
    await wait(Math.random() * 10)
    return `${before} ${paramInt('id')}`
  },
  '/upload': async () => String((await paramOrNothing('photo', file)?.bytes())?.join()),
}

/** The answer of the app when an action throws, or when reading the request throws. */
export function answerOf(error: unknown): { status: 400 | 413 | 500; body: string } {
  if (error instanceof RequestCouldNotBeReadError && error.limit) return { status: 413, body: error.message }
  return error instanceof ParamError ? { status: 400, body: error.message } : { status: 500, body: String(error) }
}

/** The limits for the app. */
export const limits = { bodyBytes: 300_000 }

/** A server on a free port. */
export interface RunningApp {
  origin: string
  close: () => Promise<unknown>
}

export async function listen(server: Server): Promise<RunningApp> {
  const port = await listenOnLoopback(server)
  return { origin: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

/** The tests that each adapter passes with its real framework. */
export function describeAdapter(framework: string, start: () => Promise<RunningApp>): void {
  describe(framework, () => {
    let app: RunningApp
    beforeAll(async () => {
      app = await start()
    })
    afterAll(() => app.close())

    const post = (path: string, body: BodyInit, type?: string) =>
      fetch(app.origin + path, { method: 'POST', body, ...(type ? { headers: { 'content-type': type } } : {}) })

    it('PRM-002: reads the query', async () => {
      expect(await textOf(fetch(`${app.origin}/page?page=2`))).toBe('page 2')
      expect(await textOf(fetch(`${app.origin}/all?a=1&b&a=%26&%C3%A9=x+y`))).toBe(
        '[["a","1"],["b",null],["a","&"],["é","x y"]]',
      )
    })

    it('PRM-003: reads a form, JSON and a multipart form', async () => {
      const form = new FormData()
      form.append('a', 'ü')
      form.append('b', new File(['x'], 'b.txt'))
      expect(await textOf(post('/all?c=3', 'a=1&b&a=2', 'application/x-www-form-urlencoded'))).toBe(
        '[["a","1"],["b",null],["a","2"],["c","3"]]',
      )
      expect(await textOf(post('/all?c=3', '{"a":[1,null]}', 'application/json; charset=utf-8'))).toBe(
        '[["a",[1,null]],["c","3"]]',
      )
      expect(await textOf(post('/all?c=3', '{"a":1}', 'application/merge-patch+json'))).toBe('[["a",1],["c","3"]]')
      expect(await textOf(post('/all', form))).toBe('[["a","ü"],["b","b.txt"]]')
    })

    it('PRM-003: reads a body that comes in many packets, and gives files back byte by byte', async () => {
      const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7) & 0xff)
      const form = new FormData()
      form.append('photo', new File([bytes], 'photo.bin'))
      expect(await textOf(post('/upload', form))).toBe(bytes.join())
    })

    it('PRM-004: keeps requests that are served at the same time apart', async () => {
      const ids = Array.from({ length: 40 }, (_, index) => index)
      const answers = await Promise.all(
        ids.map((id) =>
          id % 2
            ? textOf(fetch(`${app.origin}/slow?id=${id}`))
            : textOf(post('/slow', `id=${id}`, 'application/x-www-form-urlencoded')),
        ),
      )
      expect(answers).toEqual(ids.map((id) => `${id} ${id}`))
    })

    it('PRM-019: hands what an action throws to the error handler of the framework', async () => {
      const missing = await fetch(`${app.origin}/page`)
      expect([missing.status, await missing.text()]).toEqual([400, "param: Parameter 'page' not found"])
      const wrong = await fetch(`${app.origin}/page?page=%ff`)
      expect([wrong.status, await wrong.text()]).toEqual([
        400,
        "param: Parameter 'page' could not be parsed, has to be an integer",
      ])
    })

    it('PRM-064: hands a body that cannot be read to the error handler of the framework', async () => {
      const malformed = await post('/page', '{"page":', 'application/json')
      expect([malformed.status, await malformed.text()]).toEqual([400, expect.stringContaining('its body is not JSON')])
      const cutOff = await post('/page', '--b\r\n', 'multipart/form-data; boundary=b')
      expect([cutOff.status, await cutOff.text()]).toEqual([
        400,
        expect.stringContaining('its multipart body is malformed'),
      ])
    })

    it.each(['a body with its length', 'a body in chunks'])(
      'answers %s that is past the limit, and serves the next request',
      async (what) => {
        const answer = await send(`${app.origin}/page`, Buffer.alloc(1_000_000, 'a'), what === 'a body in chunks')
        expect(answer).toEqual([413, 'params: The request could not be read, it is past the limit of 300000 bodyBytes'])
        expect(await textOf(fetch(`${app.origin}/page?page=3`))).toBe('page 3')
      },
    )

    it('PRM-003: leaves bodies that hold no parameters alone', async () => {
      expect(await textOf(post('/page?page=2', 'page=1', 'text/plain'))).toBe('page 2')
    })

    it('PRM-002: takes requests without a body', async () => {
      const bodiless = await fetch(`${app.origin}/page?page=2`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(await bodiless.text()).toBe('page 2')
      expect(await textOf(fetch(`${app.origin}/page?page=2`, { method: 'POST' }))).toBe('page 2')
    })
  })
}

async function textOf(answer: Promise<Response>): Promise<string> {
  return (await answer).text()
}

/** Sends a form over a separate connection, and goes on sending after the answer arrives, as many clients do. */
function send(url: string, body: Buffer, chunked: boolean): Promise<[number | undefined, string]> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      ...(chunked ? {} : { 'content-length': body.length }),
    }
    const sending = request(url, { method: 'POST', headers, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve([response.statusCode, text]))
    })
    sending.on('error', reject)
    for (let at = 0; at < body.length; at += 100_000) sending.write(body.subarray(at, at + 100_000))
    sending.end()
  })
}
