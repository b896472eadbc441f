import { join } from 'node:path'
import { runCommand } from '../../src/cli/run-command.ts'
import { root } from '../../src/workspace/root.ts'
import { buildPackage } from './build.ts'

// npm run build

await runCommand(async () => {
  await buildPackage(join(root, 'dist/package'))
  console.log('built dist/package')
})
