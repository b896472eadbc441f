import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCommand } from '../../src/cli/run-command.ts'
import { root } from '../../src/workspace/root.ts'
import { assertE2ePackages } from './packages.ts'

// node scripts/e2e/main.ts bench/main.ts …   runs a program of e2e/ if its packages are installed

await runCommand(async () => {
  assertE2ePackages()
  const [program = ''] = process.argv.splice(2, 1)
  await import(pathToFileURL(join(root, 'e2e', program)).href)
})
