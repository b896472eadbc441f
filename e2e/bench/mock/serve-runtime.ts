import { readFileSync } from 'node:fs'
import type { InterfaceDefinition } from '../../../src/behaviour/definition.ts'
import { problemDetails } from '../../../src/behaviour/problem-details.ts'
import type { RuntimeInterface } from '../../../src/contract/runtime.ts'
import { createEngine } from '../../../src/mock/engine.ts'
import { createGateway } from '../../../src/mock/gateway.ts'
import { listen } from '../../../src/mock/server/server.ts'
import { Sessions } from '../../../src/mock/session/sessions.ts'

// The mock on a document without a folder in src/interfaces/.
// Usage: serve-runtime.ts <runtime.json> <port>
const [file = '', port = '0'] = process.argv.slice(2)
const runtime: RuntimeInterface = JSON.parse(readFileSync(file, 'utf8'))
const definition: InterfaceDefinition = {
  credentials: [],
  behaviours: {},
  renderRefusal: (problem) => problemDetails(problem),
}
const engine = createEngine({ runtime, definition, onFault: (reason) => console.error(reason) })
const gateway = createGateway(new Sessions(), async () => undefined)
gateway.mount(engine, { name: runtime.name, definition, seed: async () => {} })
await listen(gateway.handle, { host: '127.0.0.1', port: Number(port) })
// Node writes a CPU profile when a process exits, and not when a signal ends it.
process.once('SIGTERM', () => process.exit())
