import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../src/workspace/root.ts'

// After `npm pack`: replaces the tarball of the repository by that of dist/package, which has the same name.

const { npm_config_pack_destination: destination, INIT_CWD: here = root } = process.env
execFileSync('npm', ['pack', join(root, 'dist/package'), '--pack-destination', destination || here], {
  stdio: 'inherit',
})
