import { join } from 'node:path'
import { root } from '../../src/pipeline/specs/interfaces.ts'
import { runCommand } from '../../src/user-error.ts'
import { buildPackage } from './build.ts'

// npm run build

await runCommand(async () => {
  await buildPackage(join(root, 'dist/package'))
  console.log('built dist/package')
})
