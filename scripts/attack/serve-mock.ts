import process from 'node:process'
import { startMock } from '../../src/mock/start-mock.ts'
import type { Message } from './mock.ts'

// The mock that is attacked. It runs in a process of its own, so that its memory is not the attacker's. Each message from the parent asks for
// its memory; `--expose-gc` is needed for that.

const tell = (message: Message) => void process.send?.(message)
const mock = await startMock({ onFault: (fault) => tell({ fault }) })
process.on('message', () => {
  const { rss, heapTotal } = process.memoryUsage()
  global.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  tell({ resident: rss, heap: heapTotal, live: process.memoryUsage().heapUsed })
})
process.once('disconnect', () => process.exit())
tell({ origin: mock.origin })
