import { createRequire } from 'node:module'

// Imported by a process under test before all else: tells on stderr, when it ends, which CommonJS packages it has loaded.
process.once('exit', () => {
  const files = Object.keys(createRequire(import.meta.url).cache)
  const packages = files.flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])
  console.error(`loaded ${[...new Set(packages)].sort().join(' ')}`)
})
