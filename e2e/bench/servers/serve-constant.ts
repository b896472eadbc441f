import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

// Reads each request and answers the same bytes, which is the fastest possible server on `node:http`.
// Usage: serve-constant.ts <file> <port>
const [file = '', port = '0'] = process.argv.slice(2)
const payload = readFileSync(file)

createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': payload.length })
    response.end(payload)
  })
}).listen(Number(port), '127.0.0.1')
