import { join } from 'node:path'
import { runCommand } from '../../src/cli/user-error.ts'
import { root } from '../specs/interfaces.ts'
import { buildPackage } from './build.ts'

// npm run build

await runCommand(async () => {
  await buildPackage(join(root, 'dist/package'))
  console.log('built dist/package')
})
