import process from 'node:process'
import { startMock } from '../../../src/mock/start-mock.ts'
import type { Message } from './mock.ts'

// The attacked mock. It runs in its own process, so that its memory is measured alone. For each message from the parent it reports its
// memory, which needs `--expose-gc`.

const tell = (message: Message) => void process.send?.(message)
const mock = await startMock({ onFault: (fault) => tell({ fault }) })
process.on('message', () => {
  const { rss, heapTotal } = process.memoryUsage()
  global.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  tell({ resident: rss, heap: heapTotal, live: process.memoryUsage().heapUsed })
})
process.once('disconnect', () => process.exit())
tell({ origin: mock.origin })
