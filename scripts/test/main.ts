import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundled } from '../../src/workspace/bundled.ts'
import { root } from '../../src/workspace/root.ts'

// npm run test:interface -- <interface>: lints the documents of one interface, and runs its tests, its checks and the proofs of its checks.

const interfaces = bundled.interfaces
const names = interfaces.map(({ name }) => name)
const [name, ...others] = process.argv.slice(2)

if (name === undefined || !names.includes(name) || others.length > 0) {
  console.error(`Usage: npm run test:interface -- <interface>\nThe interface is one of ${names.join(', ')}.`)
  process.exitCode = 2
} else {
  // The interface of the mock itself has tests in place of checks.
  const isControl = interfaces.find((one) => one.name === name)?.prefix.startsWith('_') ?? false
  const tests = isControl ? 'src/mock/control/' : `src/interfaces/${name}/`
  const projects = ['unit', 'slow', ...(isControl ? [] : [`rules: ${name}`])].flatMap((project) => [
    '--project',
    project,
  ])
  const failed = await Promise.all([
    fails(['src/cli/rulebound.ts', 'lint', name]),
    fails(['node_modules/vitest/vitest.mjs', 'run', ...projects, tests, '.suite.ts']),
  ])
  process.exitCode = failed.includes(true) ? 1 : 0
}

async function fails(args: string[]): Promise<boolean> {
  const [status] = await once(spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }), 'exit')
  return status !== 0
}
