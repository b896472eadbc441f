import type { Behaviour } from '../behaviour/behaviour.ts'
import type { InterfaceDefinition } from '../behaviour/definition.ts'
import { problemDetails } from '../behaviour/problem-details.ts'
import { Refusal } from '../behaviour/refusal.ts'
import { bundled } from '../workspace/bundled.ts'
import { assemble } from './assemble.ts'
import { lampsContract as contract, lampSchema } from './lamps-document.fixture.ts'
import { withCors } from './server/cors.ts'
import { listen } from './server/server.ts'
import { LocalSessions } from './session/sessions.ts'
import { MemoryStorage } from './storage/memory-storage.ts'

/** A lamp, the record of an interface that only the tests of the mock use. */
export interface Lamp {
  lit: boolean
  note?: unknown
}

interface Operation {
  parameters: { path: { id: string }; query: { room?: string } }
  requestBody: { content: { 'application/json': Lamp } }
  responses: {
    200: { content: { 'application/json': Lamp; 'text/plain': string } }
    204: { content?: never }
  }
}

const behaviours: Record<string, Behaviour<Operation>> = {
  async getLamp({ path }, { store }) {
    const found = await store.collection<Lamp>('lamps').get(path.id)
    if (!found) return new Refusal('not-found', `There is no lamp ${path.id}.`, { rules: ['LAMP-001'] })
    return { status: 200, mediaType: 'application/json', body: found }
  },
  async putLamp({ path, body }, { store, cite }) {
    cite('LAMP-002')
    await store.collection<Lamp>('lamps').set(path.id, body)
    return { status: 200, mediaType: 'application/json', body }
  },
  async login() {
    return { status: 204 }
  },
  async breakLamps({ body }) {
    throw new Error(`cannot break ${JSON.stringify(body)}`)
  },
}

const definition: InterfaceDefinition<Record<string, never>> = {
  credentials: [{ role: 'full', headers: { authorization: 'Bearer lamps.example-full-access' } }],
  records: [{ key: 'hall', description: 'a lamp that is lit', path: '/lamps/hall' }],
  renderRefusal: problemDetails,
  behaviours: behaviours as never,
  async seed(store, examples) {
    const [first] = examples.of('getLamp', 200)
    await store.collection<Lamp>('lamps').set('hall', first as Lamp)
  },
  recordKinds: { lamps: { description: 'Lamps, by id.', schema: lampSchema } },
  actions: {
    hang: {
      description: 'Hangs a lamp, and then does as the input says.',
      schema: { type: 'object', properties: { since: { type: 'string', format: 'date-time' }, next: {} } },
      async run({ next }: { next?: string }, { store }) {
        await store.collection<Lamp>('lamps').set('hung', { lit: false })
        if (next === 'throw') throw new Error('the lamp falls')
        if (next === 'rest') return undefined
        return next === 'refuse' ? new Refusal('forbidden', 'The lamp falls.') : { hung: true }
      },
    },
  },
}

/** The mock with its own small interface, so that its tests do not depend on the behaviour of a system. */
export async function startLamps() {
  const faults: string[] = []
  const onFault = (reason: string) => void faults.push(reason)
  const storage = new MemoryStorage()
  const sessions = new LocalSessions(storage)
  const { gateway, served } = assemble({
    interfaces: [{ contract, definition: definition as unknown as InterfaceDefinition }],
    control: bundled.find('mock-control').contract,
    sessions,
    onFault,
    explain: true,
  })
  const server = await listen(withCors(gateway.handle, gateway.permits), { host: '127.0.0.1', port: 0, onFault })
  const origin = `http://127.0.0.1:${server.port}`
  for (const one of served.values())
    Object.assign(one, { baseUrls: [`${origin}/lamps/v1`], docsUrl: `${origin}/docs/` })

  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetch(origin + path, {
      method,
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
  }

  return {
    origin,
    port: server.port,
    sessions,
    /** What the mock has reported as its own faults. */
    faults,
    /** Calls an interface's operation in a session. */
    lamps: (session: string, method: string, path: string, body?: unknown) =>
      send(method, `/lamps/v1${path}`, body, { 'x-mock-session': session }),
    control: (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      send(method, `/_control${path}`, body, headers),
    async close() {
      await server.close()
      storage.close()
    },
  }
}
