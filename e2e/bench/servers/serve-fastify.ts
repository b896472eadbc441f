import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { orderRoutes } from './fastify-orders.ts'

// Usage: serve-fastify.ts <orders.json, or examples> <port>
const [from = '', port = '0'] = process.argv.slice(2)
const app = Fastify()
await app.register(orderRoutes(from === 'examples' ? undefined : JSON.parse(readFileSync(from, 'utf8'))))
await app.listen({ host: '127.0.0.1', port: Number(port) })
