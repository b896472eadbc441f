import { createReadStream } from 'node:fs'
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import { readHarEntries } from '../../src/validate/har/entries.ts'
import { readExchange } from '../../src/validate/har/read-exchange.ts'
import { loadRuntime } from '../../src/workspace/interfaces.ts'

// Validates the responses of a HAR as Prism's proxy does: `validate-with-prism.ts <file.har>`. Our reader and router replace Prism's,
// because Prism reads no HAR, and its router tries every operation for every request.

const resource = loadRuntime('orders').operations.find(({ id }) => id === 'listOrders')?.http
if (!resource) throw new Error('the order API has no listOrders')
let wrong = 0
for await (const { entry } of readHarEntries(createReadStream(process.argv[2] ?? '', { highWaterMark: 1024 * 1024 }))) {
  const exchange = readExchange(entry)
  if ('skipped' in exchange) continue
  const { status, headers, body = '' } = exchange.response
  const element = { statusCode: status, headers: { ...headers }, body: JSON.parse(body) }
  if (validateOutput({ resource, element })._tag === 'Left') wrong++
}
process.exitCode = wrong > 0 ? 1 : 0
