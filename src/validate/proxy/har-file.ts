import { openSync, writeSync } from 'node:fs'
import { product } from '../../product.ts'
import type { RecordedEntry } from './record-exchange.ts'

export interface HarFile {
  add(entry: RecordedEntry): void
}

const tail = '\n]}}\n'

/**
 * A HAR that grows by one entry at a time. The file is valid JSON after each entry, even if the process is killed.
 *
 * @throws {NodeJS.ErrnoException} when the file cannot be written
 */
export function createHarFile(path: string): HarFile {
  const file = openSync(path, 'w')
  const head = `{"log":{"version":"1.2","creator":{"name":"${product} proxy","version":""},"entries":[`
  writeSync(file, head + tail)
  let end = Buffer.byteLength(head)
  let separator = '\n'
  return {
    add(entry) {
      const text = `${separator}${JSON.stringify(entry)}`
      writeSync(file, text + tail, end)
      end += Buffer.byteLength(text)
      separator = ',\n'
    },
  }
}
