import { fileURLToPath } from 'node:url'
import { type Run, type StartedProcess, startProcess } from '../start-process.fixture.ts'

export const cli: string = fileURLToPath(new URL('./rulebound.ts', import.meta.url))

export function startCommand(args: readonly string[], input = ''): StartedProcess {
  const started = startProcess([process.execPath, cli, ...args])
  started.process.stdin?.end(input)
  return started
}

export function runCommand(args: readonly string[], input = ''): Promise<Run> {
  return startCommand(args, input).ended
}

export function kvUpgrade(args: readonly string[], input = ''): Promise<Run> {
  return runCommand(['kv-upgrade', ...args], input)
}
