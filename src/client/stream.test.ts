import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { readJsonSequence, readText } from './stream.ts'

const operation = 'GET /log'

async function read(chunks: Uint8Array[]): Promise<unknown[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  return Array.fromAsync(readJsonSequence(readText(new Response(body), { operation }), operation))
}

function cut(bytes: Uint8Array, at: number[]): Uint8Array[] {
  const edges = [0, ...at.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end))
}

it('a sequence of JSON is the same wherever it is cut: inside a character, a string, an escape, a number or a literal', async () => {
  const text = '{"a":"ü€😀\\"}{[\\\\","b":[1.5e3,true,null,{"c":"\\u00fc"}]}\n[]  {"d":-12}{}'
  const values = [{ a: 'ü€😀"}{[\\', b: [1500, true, null, { c: 'ü' }] }, [], { d: -12 }, {}]
  const bytes = new TextEncoder().encode(text)
  for (let place = 0; place <= bytes.length; place++) expect(await read(cut(bytes, [place]))).toEqual(values)
  expect(await read(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(values)
})

it('a sequence of JSON is what was written, for whatever objects and cuts', async () => {
  const separator = fc.constantFrom('', '\n', ' \r\n\t')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.object()), separator, fc.array(fc.nat()), async (values, between, cuts) => {
      const plain: unknown[] = JSON.parse(JSON.stringify(values))
      const bytes = new TextEncoder().encode(plain.map((value) => JSON.stringify(value)).join(between))
      expect(await read(cut(bytes, cuts))).toEqual(plain)
    }),
  )
})

it('JSON lines may be any values, each with a record separator before it or without', async () => {
  const text = '1\n"a}\\n"\r\n\n\u001e{"b":2}\n\u001enull\n[3]\n-4.5'
  for (const size of [1, 3, 99])
    expect(await read(cut(new TextEncoder().encode(text), [size, 2 * size, 3 * size]))).toEqual([
      ...[1, 'a}\n', { b: 2 }, null, [3], -4.5],
    ])
})

it.each([
  ['{"a":1', 'an end within a JSON object'],
  ['{"a":"}', 'an end within a JSON object'],
  ['{}[{}', 'an end within a JSON object'],
  ['hush', 'text that is not JSON'],
  ['{}}', 'text that is not JSON'],
  ['{hush}', 'text that is not JSON'],
])('a broken sequence of JSON is an error, and is not quoted: %s', async (text, fault) => {
  const reading = read([new TextEncoder().encode(text)])
  await expect(reading).rejects.toMatchObject({
    name: 'StreamError',
    code: 'stream',
    message: `GET /log streamed ${fault}`,
  })
})

it('the text of a stream is empty without a body', async () => {
  expect(await Array.fromAsync(readText(new Response(null), { operation }))).toEqual([])
})

it('the text of a stream is cancelled when its reader stops', async () => {
  let isCancelled = false
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('a')),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const text of readText(new Response(body), { operation })) {
    expect(text).toBe('a')
    break
  }
  expect(isCancelled).toBe(true)
})
