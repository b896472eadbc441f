import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { exampleRoutes } from './example-routes.ts'
import { orderRoutes } from './order-routes.ts'

// A server as a team writes it by hand: schemas for query, path, body and answer, and a handler for each operation.
// Usage: serve.ts examples <port> | serve.ts <orders.json> <port>
const [from = '', port = '0'] = process.argv.slice(2)
const app = Fastify()
await app.register(from === 'examples' ? exampleRoutes : orderRoutes(JSON.parse(readFileSync(from, 'utf8'))))
await app.listen({ host: '127.0.0.1', port: Number(port) })
