import process from 'node:process'
import { startMock } from '../../../src/mock/start-mock.ts'

// The attacked mock, which prints its address, its faults on stderr, and a row of its memory for each message from the parent.
const { origin } = await startMock()
process.on('message', (sent) => {
  const { rss, heapTotal } = process.memoryUsage()
  global.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const megabytes = [rss, process.memoryUsage().heapUsed, heapTotal].map((bytes) => Math.round(bytes / 1e6))
  console.log(`| ${sent} | ${megabytes.join(' | ')} |`)
})
console.log(origin)
