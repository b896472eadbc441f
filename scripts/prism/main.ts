import { spawnSync } from 'node:child_process'
import { runCommand } from '../../src/cli/run-command.ts'
import { UserError } from '../../src/user-error.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import { root } from '../../src/workspace/root.ts'

// npm run prism -- orders --port 4010   runs plain `prism mock` on the bundle of an interface, without behaviours and records

await runCommand(async () => {
  const [name, ...args] = process.argv.slice(2)
  if (name === undefined) throw new UserError('name an interface: npm run prism -- orders')
  const [one] = bundled.select([name])
  const prism = [
    'node_modules/@stoplight/prism-cli/dist/index.js',
    'mock',
    `generated/${one?.name}/openapi.yaml`,
    ...args,
  ]
  return spawnSync(process.execPath, prism, { cwd: root, stdio: 'inherit' }).status ?? 0
})
