import { parentPort } from 'node:worker_threads'
import type { PageReply, PageRequest } from './docs-worker.ts'

// A thread for tests of `createDocs`: fails as the path says, and otherwise answers with the number of its requests.
let requests = 0
parentPort?.on('message', ({ id, file }: PageRequest) => {
  requests++
  const reply = (rest: Omit<PageReply, 'id'>) => parentPort?.postMessage({ id, ...rest } satisfies PageReply)
  if (file === 'throws') throw new Error('a bug of the renderer')
  if (file === 'ends') process.exit(0)
  if (file === 'refused') reply({ failure: 'no such diagram' })
  else if (file !== 'never') reply({ answer: { status: 200, headers: {}, body: `${requests} asked` } })
})
