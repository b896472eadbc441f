import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { onTestFinished } from 'vitest'
import type { InterfaceChecks } from '../../check/check.ts'
import { contractOf } from '../../contract/contract.ts'
import { lampRule, lampsDocument } from '../../contract/lamps.fixture.ts'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import type { Target } from '../target/target.ts'
import type { CheckTarget } from './check-target.ts'
import { createWire } from './wire.ts'

/** The interface `lamps` with two operations, and a rule for each place that the derived checks look at. */
export const lamps = contractOf(
  'lamps',
  {
    ...lampsDocument,
    paths: {
      '/lamps': lampsDocument.paths['/lamps'],
      '/lamps/{name}': {
        put: {
          operationId: 'putLamp',
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Change' } } } },
          responses: { '204': { description: 'Done.' }, '400': { $ref: '#/components/responses/Refused' } },
        },
      },
    },
    components: {
      responses: { Refused: { description: 'Wrong.', 'x-assumption': 'Nothing says how a call is refused.' } },
      schemas: {
        Lamp: {
          type: 'object',
          required: ['name', 'on'],
          'x-rules': ['LMP-004'],
          'x-required-by': ['LMP-004'],
          properties: {
            name: { type: 'string', 'x-rules': ['LMP-001'] },
            on: { type: 'boolean', 'x-rules': ['LMP-002'] },
            colour: { type: 'string', 'x-rules': ['LMP-005'] },
            since: {
              type: 'string',
              format: 'date',
              'x-rules': ['LMP-007'],
              'x-assumption': 'The form of the day is not shown.',
              'x-gaps': ['LMP-G01'],
            },
          },
        },
        Change: { type: 'object', required: ['on'], properties: { on: { type: 'boolean', 'x-rules': ['LMP-006'] } } },
      },
    },
  },
  () =>
    ['LMP-001', 'LMP-002', 'LMP-003', 'LMP-004', 'LMP-005', 'LMP-006', 'LMP-007'].map((id) => ({
      ...lampRule(id),
      operations: id === 'LMP-006' ? ['putLamp'] : ['listLamps'],
    })),
)

export const lampChecks: InterfaceChecks<Record<string, unknown>> = {
  roles: { full: { description: 'A key.', values: { key: 'the key' }, onMock: { key: 'k' } } },
  samples: [
    { operation: 'listLamps', input: { query: { limit: 2 } } },
    {
      operation: 'putLamp',
      status: 204,
      needs: { changes: 'reversible' },
      input: { path: { name: 'a' }, body: { on: true } },
    },
  ],
  checks: {},
}

/** A target for the checks of the lamps. */
export function lampTarget(baseUrl: string, more: Partial<Target> = {}): Target {
  return {
    title: baseUrl,
    baseUrl,
    furtherUrls: new Map(),
    variables: {},
    credentials: new Map([['full', { headers: {}, form: {}, scopes: [] }]]),
    resources: new Map(),
    allows: 'lasting',
    secrets: new Map(),
    ...more,
  }
}

/** Starts a server, which ends with the test. Its base URL ends in `/v1`; `requests` lists the requests that it received. */
export async function serve(listener: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  const wire = createWire({ timeout: 2000 })
  const close = () => {
    wire.close()
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}/v1`
  const checkTargetOf = (more: Partial<Target> = {}, checks = lampChecks): CheckTarget => ({
    contract: lamps,
    checks,
    target: lampTarget(baseUrl, more),
    wire,
  })
  return { baseUrl, wire, requests, checkTargetOf }
}

/** A server that keeps the contract of the lamps. `change` breaks its responses. */
export function lampServer(change: (lamp: object) => object = (lamp) => lamp, refuses = true): RequestListener {
  return async (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://lamps')
    const limit = searchParams.get('limit') ?? '1'
    const body = request.method === 'PUT' ? JSON.parse((await textOf(request)) || '{}') : { on: true }
    if (refuses && (!/^[1-9]\d*$/.test(limit) || typeof body.on !== 'boolean'))
      return void response.writeHead(400).end()
    if (request.method === 'PUT') return void response.writeHead(204).end()
    const lamps = [change({ name: 'a', on: true, colour: 'red' })]
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(lamps))
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
