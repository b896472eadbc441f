import { createRequire } from 'node:module'

/** Names of the Node.js modules that are loaded; a cast, since the types of Node.js lack the property. */
const { moduleLoadList } = process as unknown as { moduleLoadList: string[] }

// Imported by a process under test before all else: tells on stderr, when it ends, which CommonJS packages it has loaded, Node's own
// client for `fetch` among them.
process.once('exit', () => {
  const files = Object.keys(createRequire(import.meta.url).cache)
  const packages = files.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
  if (moduleLoadList.some((name) => name.endsWith('/undici'))) packages.push('undici')
  console.error(`loaded ${[...new Set(packages)].sort().join(' ')}`)
})
