import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { styleText } from 'node:util'
import { root } from '../../src/workspace/root.ts'

// npm run check: runs scripts of package.json side by side, and prints what each has printed when it has ended.

const failed = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = failed.includes(true) ? 1 : 0

async function run(name: string): Promise<boolean> {
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env
  const child = spawn(process.execPath, ['--run', name], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const [code] = await once(child, 'close')
  console.log(`${styleText('bold', `${name} ${code === 0 ? 'passed' : 'failed'}`)}\n${printed}`)
  return code !== 0
}
