import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { loadContract } from '../../src/contract/contract.ts'
import { isObject, nodeAt } from '../../src/contract/json-pointer.ts'

/** Where the recorded requests say that they went. */
export const recordedServer = 'http://127.0.0.1:4010/orders/api'

/** Writes a HAR of so many lists of 20 orders, each another, and gives back the bytes of one list. */
export async function writeRecording(file: string, responses: number): Promise<number> {
  const order = documentedOrder()
  const bodyOf = (index: number) =>
    JSON.stringify({
      totalItems: 20 * responses,
      offset: 20 * index,
      limit: 20,
      items: Array.from({ length: 20 }, (_, at) => ({ ...order, invoiceNumber: `INV-${index}-${at}` })),
    })
  function* text() {
    yield '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":['
    for (let index = 0; index < responses; index++)
      yield `${index > 0 ? ',' : ''}${JSON.stringify(entryOf(index, bodyOf(index)))}`
    yield ']}}'
  }
  await pipeline(Readable.from(text()), createWriteStream(file))
  return Buffer.byteLength(bodyOf(0))
}

/** The first order of the list that the document shows. */
function documentedOrder(): object {
  const example = nodeAt(loadContract('orders').document, '/components/examples/order-list/value')
  const [order] = Array.isArray(example?.items) ? example.items : []
  if (!isObject(order)) throw new Error('the order API has no example of a list with an order in it')
  return order
}

function entryOf(index: number, text: string): object {
  const size = Buffer.byteLength(text)
  const header = (name: string, value: string) => ({ name, value })
  return {
    startedDateTime: '2026-11-21T10:00:00.000Z',
    time: 12.5,
    request: {
      method: 'GET',
      url: `${recordedServer}/orders?offset=${20 * index}`,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [header('accept', 'application/json'), header('user-agent', 'Mozilla/5.0 (X11; Linux x86_64)')],
      queryString: [header('offset', String(20 * index))],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [header('content-type', 'application/json'), header('content-length', String(size))],
      content: { size, mimeType: 'application/json', text },
      redirectURL: '',
      headersSize: -1,
      bodySize: size,
    },
    cache: {},
    timings: { send: 0, wait: 10, receive: 2 },
  }
}
