import { createRequire } from 'node:module'

/** Names of the Node.js modules that are loaded; a cast, since the types of Node.js lack the property. */
const { moduleLoadList } = process as unknown as { moduleLoadList: string[] }

// A process under test imports this file first. When the process ends, the file prints on stderr the CommonJS packages that were loaded,
// and whether Node's own client for `fetch` was.
process.once('exit', () => {
  const files = Object.keys(createRequire(import.meta.url).cache)
  const packages = files.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
  if (moduleLoadList.some((name) => name.endsWith('/undici'))) packages.push('undici')
  console.error(`loaded ${[...new Set(packages)].sort().join(' ')}`)
})
