import { enableCompileCache } from 'node:module'

// npm run generate [-- <interface>…]

// The cache has to be on before other modules load, since loading is most of a run in which little changed.
enableCompileCache()
const { runCommand } = await import('../../src/user-error.ts')
const { generate } = await import('../../src/pipeline/generate/generate.ts')
const { root } = await import('../../src/workspace/root.ts')

await runCommand(async () => {
  const { written, removed, lists } = await generate(root, process.argv.slice(2))
  if (written.length > 0) console.log(`generated ${written.join(', ')}`)
  if (removed.length > 0) console.log(`removed ${removed.map((name) => `generated/${name}`).join(', ')}`)
  if (lists.length > 0) console.log(`lists of interfaces written in ${lists.join(', ')}`)
  if (written.length + removed.length + lists.length === 0) console.log('generated/ is up to date')
})
