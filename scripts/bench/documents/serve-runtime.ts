import { readFileSync } from 'node:fs'
import type { InterfaceDefinition } from '../../../src/behaviour/definition.ts'
import { problemDetails } from '../../../src/behaviour/problem-details.ts'
import type { RuntimeInterface } from '../../../src/contract/runtime.ts'
import { createEngine } from '../../../src/mock/engine.ts'
import { createGateway } from '../../../src/mock/gateway.ts'
import { listen } from '../../../src/mock/server/server.ts'
import { Sessions } from '../../../src/mock/session/sessions.ts'

// The mock on a document of the benchmark, which has no folder of its own in src/interfaces/.
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
// A CPU profile is written by a process that exits, not by one that is ended by a signal.
process.once('SIGTERM', () => process.exit())
