import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import addFormats from 'ajv-formats'

// `openapi-backend` is a library: this server around it answers examples, as its documentation shows.
// Usage: serve-openapi-backend.ts <folder of the package> <openapi.json> <port>

interface Answer {
  status: number
  mock: unknown
}

/** The part of the handlers' context that is used here. */
interface Context {
  api: { mockResponseForOperation: (id: string) => Answer }
  operation: { operationId: string }
  request: { headers: Readonly<Record<string, string>> }
  validation: { errors: unknown }
}

const [folder = '', document = '', port = '0'] = process.argv.slice(2)
const { OpenAPIBackend } = createRequire(import.meta.url)(folder) as {
  OpenAPIBackend: new (
    options: object,
  ) => { init: () => Promise<unknown>; handleRequest: (request: object) => Promise<Answer> }
}
const backend = new OpenAPIBackend({
  definition: JSON.parse(readFileSync(document, 'utf8')),
  customizeAjv: addFormats.default,
  // Its document check refuses `type: [string, null]`, but its request validation supports it.
  quick: true,
  handlers: {
    notImplemented: ({ api, operation }: Context) => api.mockResponseForOperation(operation.operationId),
    notFound: () => ({ status: 404, mock: { title: 'Not Found' } }),
    validationFail: ({ validation }: Context) => ({ status: 400, mock: validation.errors }),
    unauthorizedHandler: () => ({ status: 401, mock: { title: 'Unauthorized' } }),
  },
  securityHandlers: { apiKey: ({ request }: Context) => request.headers.authorization?.startsWith('Basic ') ?? false },
})
await backend.init()

createServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  const [path, query] = url.split('?', 2)
  const body = await text(request)
  const { status, mock } = await backend.handleRequest({ method, path, query, headers, ...(body && { body }) })
  const answer = Buffer.from(JSON.stringify(mock))
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': answer.length })
  response.end(answer)
}).listen(Number(port), '127.0.0.1')
