import type { AddressInfo } from 'node:net'
import { createOrderServer } from './server.ts'

const { SHOP_API_KEY: key, PORT: port = '4020' } = process.env
if (key === undefined) {
  console.error('Say in SHOP_API_KEY which API key callers must send.')
  process.exit(2)
}
const server = createOrderServer(key)
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`orders at http://127.0.0.1:${(server.address() as AddressInfo).port}/api`)
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().closeAllConnections())
