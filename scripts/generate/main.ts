import { runCommand } from '../../src/cli/user-error.ts'
import { generate } from './generate.ts'
import { root } from './interfaces.ts'

// npm run generate [-- <interface>…]

await runCommand(async () => {
  const { written, removed } = await generate(root, process.argv.slice(2))
  if (written.length > 0) console.log(`generated ${written.join(', ')}`)
  if (removed.length > 0) console.log(`removed ${removed.map((name) => `generated/${name}`).join(', ')}`)
  if (written.length + removed.length === 0) console.log('generated/ is up to date')
})
