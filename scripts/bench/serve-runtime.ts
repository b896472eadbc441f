import { readFileSync } from 'node:fs'
import type { RuntimeInterface } from '../../src/interfaces/runtime.ts'
import type { InterfaceSlice } from '../../src/interfaces/slice.ts'
import { standardStatus } from '../../src/interfaces/standard-status.ts'
import { createEngine } from '../../src/mock/engine.ts'
import { createGateway, plainProblem } from '../../src/mock/gateway.ts'
import { MemoryStore } from '../../src/mock/memory-store.ts'
import { listen } from '../../src/mock/server.ts'

// The mock on a document of the benchmark, which has no folder of its own in src/interfaces/.
// Usage: serve-runtime.ts <runtime.json> <port>
const [file = '', port = '0'] = process.argv.slice(2)
const runtime: RuntimeInterface = JSON.parse(readFileSync(file, 'utf8'))
const slice: InterfaceSlice = {
  credentials: [],
  behaviours: {},
  renderProblem: ({ kind, detail }) => plainProblem(standardStatus[kind], detail),
}
const context = { store: new MemoryStore(), clock: { now: () => new Date() } }
const gateway = createGateway(async () => undefined)
gateway.install(createEngine({ runtime, slice, context, onFault: (reason) => console.error(reason) }))
await listen(gateway.handle, { host: '127.0.0.1', port: Number(port) })
