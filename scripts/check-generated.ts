import { runCommand } from '../src/cli/user-error.ts'
import { checkFreshness } from './generate/check-freshness.ts'
import { root } from './generate/interfaces.ts'

// npm run check:generated

await runCommand(async () => {
  const files = await checkFreshness(root)
  console.log(`generated/ is what the sources give: ${files} files`)
})
