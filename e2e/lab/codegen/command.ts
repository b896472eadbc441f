import { spawn } from 'node:child_process'

export interface Command {
  command: string
  args: readonly string[]
  /** Working directory. */
  cwd: string
  env?: Readonly<Record<string, string>>
}

/** Why a command failed: the end of what it printed. Undefined when it succeeded. */
export async function runCommandLine({ command, args, cwd, env = {} }: Command): Promise<string | undefined> {
  // The lowest priority: compilers take all processors that they find.
  const child = spawn('nice', ['-n', '19', command, ...args], { cwd, env: { ...process.env, ...env } })
  const printed: Buffer[] = []
  child.stdout.on('data', (part) => printed.push(part))
  child.stderr.on('data', (part) => printed.push(part))
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject).on('close', resolve)
  if ((await promise) === 0) return undefined
  return `${command} ${args.join(' ')}\n${Buffer.concat(printed).toString().slice(-4000)}`
}

/** Whether a command is installed. */
export async function isInstalled(command: string): Promise<boolean> {
  return (await runCommandLine({ command: 'which', args: [command], cwd: '.' })) === undefined
}
