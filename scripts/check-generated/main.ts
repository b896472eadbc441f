import { checkFreshness } from '../../src/pipeline/check-generated/check-freshness.ts'
import { runCommand } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

// npm run check:generated

await runCommand(async () => {
  const files = await checkFreshness(root)
  console.log(`generated/ and the lists of interfaces are up to date: ${files} files`)
})
