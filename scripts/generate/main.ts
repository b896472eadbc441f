import { runCommand } from '../../src/cli/user-error.ts'
import { generate } from './generate.ts'
import { root } from './interfaces.ts'

await runCommand(async () => {
  const written = await generate(root, process.argv.slice(2))
  console.log(written.length === 0 ? 'generated/ is up to date' : `generated ${written.join(', ')}`)
})
