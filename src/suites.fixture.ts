import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace/root.ts'

/** The folder of test data of a standard or a peer, beside the repository; undefined, with a line that says so, where it does not lie there. */
export function findSuite(name: string): string | undefined {
  const folder = join(root, '../shared', name)
  if (existsSync(folder)) return folder
  console.log(`Not tried: there is no ../shared/${name} beside the repository.`)
  return undefined
}
