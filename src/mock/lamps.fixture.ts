import type { Behaviour } from '../behaviour/behaviour.ts'
import type { InterfaceDefinition } from '../behaviour/definition.ts'
import { problemDetails } from '../behaviour/problem-details.ts'
import { Refusal } from '../behaviour/refusal.ts'
import { loadRuntime } from '../contract/registry.ts'
import { assemble } from './assemble.ts'
import { compileLamps, lampSchema } from './lamps-document.fixture.ts'
import { withCors } from './server/cors.ts'
import { listen } from './server/server.ts'
import { type Limits, Sessions } from './session/sessions.ts'
import { MemoryStorage } from './storage/memory-storage.ts'
import type { Storage } from './storage/storage.ts'

/** A lamp, as the interface that the tests of the mock mock keeps it. */
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

const behaviours: Record<string, Behaviour<Operation, { dark: boolean; level: number }>> = {
  async getLamp({ path }, { store, conditions }) {
    const found = await store.collection<Lamp>('lamps').get(path.id)
    if (!found) return new Refusal('not-found', `There is no lamp ${path.id}.`, { rules: ['LAMP-001'] })
    return { status: 200, mediaType: 'application/json', body: { ...found, lit: found.lit && !conditions.dark } }
  },
  async putLamp({ path, body }, { store, because }) {
    because('LAMP-002')
    await store.collection<Lamp>('lamps').set(path.id, body)
    return { status: 200, mediaType: 'application/json', body }
  },
  async watchLamp(_, { clock, signal }) {
    async function* glow() {
      for (let line = 1; ; line++) {
        yield Buffer.from(`line ${line}\n`)
        await clock.wait(1000, signal)
      }
    }
    return { status: 200, mediaType: 'text/plain', body: glow() }
  },
  async login() {
    return { status: 204 }
  },
  async breakLamps({ body }) {
    throw new Error(`cannot break ${JSON.stringify(body)}`)
  },
}

const definition: InterfaceDefinition<Record<string, never>, { dark: boolean; level: number }> = {
  credentials: [{ role: 'full', headers: { authorization: 'Bearer lamps.example-full-access' } }],
  records: [{ key: 'hall', description: 'a lamp that is lit', path: '/lamps/hall' }],
  renderRefusal: problemDetails,
  behaviours: behaviours as never,
  async seed(store, examples) {
    const [first] = examples.of('getLamp', 200)
    await store.collection<Lamp>('lamps').set('hall', first as Lamp)
  },
  conditions: {
    dark: { description: 'No lamp gives light.', schema: { type: 'boolean' }, initial: false },
    level: { description: 'Of the light.', schema: { type: 'integer', minimum: 0, maximum: 3 }, initial: 1 },
  },
  recordKinds: { lamps: { description: 'Lamps, by id.', schema: lampSchema } },
  actions: {
    count: {
      description: 'Counts the lamps.',
      schema: { type: 'object', properties: { from: { type: 'integer' } }, additionalProperties: false },
      run: async ({ from = 0 }: { from?: number }, { store }) => ({
        lamps: from + (await store.collection('lamps').entries()).length,
      }),
    },
    blink: { description: 'Does nothing that lasts.', schema: {}, run: async () => undefined },
  },
}

interface Options {
  storage?: Storage
  limits?: Limits
  now?: () => number
  controlToken?: string
  explain?: boolean
}

/** The mock with an interface of its own, so that its tests stand on no system's behaviour. */
export async function startLamps(options: Options = {}) {
  const faults: string[] = []
  const onFault = (reason: string) => void faults.push(reason)
  const { storage = new MemoryStorage(), limits, now, controlToken, explain = true } = options
  const sessions = new Sessions(storage, limits, now)
  await sessions.resume()
  const runtime = await compileLamps()
  const { gateway, served } = await assemble({
    isReady: () => true,
    names: ['lamps'],
    load: async () => ({ runtime, definition: definition as unknown as InterfaceDefinition }),
    control: loadRuntime('mock-control'),
    sessions,
    fallback: async () => undefined,
    controlToken,
    onFault,
    explain,
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
    /** What the mock has reported as faults of its own. */
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
