import type { Violation } from '../contract/violation.ts'
import { type MessageWatch, maxBodyBytes } from './watch-body.ts'

/** Checks a copy of a response, up to 10 MB. The response keeps the bytes for its reader. */
export async function readCopy(response: Response, watch: MessageWatch): Promise<Violation[]> {
  let size = 0
  let complete = true
  const reader = response.clone().body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    watch.write(read.value)
    if (size <= maxBodyBytes) continue
    complete = false
    // Not awaited, since cancelling one copy waits for the other.
    void reader?.cancel()
    break
  }
  return (await watch.end(complete)).violations
}
