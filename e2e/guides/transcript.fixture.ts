import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** One command of a guide, and the output that the guide shows for it. */
export interface Step {
  /** Line of the guide on which the command starts. */
  line: number
  command: string
  expected: string
}

/** The steps in the `console` blocks of a guide. Lines after `$ ` are commands, which `\` continues; the others are their output. */
export function readSteps(markdown: string): Step[] {
  const steps: Step[] = []
  let inside = false
  let continued = false
  markdown.split('\n').forEach((text, index) => {
    const step = steps.at(-1)
    if (text.startsWith('```')) inside = text.startsWith('```console')
    else if (inside && continued && step) step.command += `\n${text}`
    else if (inside && text.startsWith('$ ')) steps.push({ line: index + 1, command: text.slice(2), expected: '' })
    else if (inside && step) step.expected += `${text}\n`
    continued = inside && text.endsWith('\\')
  })
  return steps
}

/** True if the output matches the guide. `…` matches anything within a line; alone on a line, it matches any lines. */
export function isAsShown(output: string, expected: string): boolean {
  const lines = tidy(expected)
    .split('\n')
    .map((line) => (line.trim() === '…' ? '[^]*' : inLine(line)))
  return new RegExp(`^${lines.join('\\n').replaceAll('\\n[^]*', '(\\n[^]*)?').replaceAll('[^]*\\n', '[^]*')}$`).test(
    tidy(output),
  )
}

function inLine(line: string): string {
  return line.split('…').map(escapePattern).join('.*')
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

function tidy(text: string): string {
  return text
    .replaceAll('\r', '')
    .replace(/[ \t]+$/gm, '')
    .trim()
}

/** Where the commands of a guide run. */
export interface Stage {
  /** Replaces the address that the guide shows. */
  origin: string
  session: string
  /** Default: the working directory of this process. */
  folder?: string
  /** Default: the environment of this process. */
  env?: NodeJS.ProcessEnv
}

/** The steps of a guide whose output differs from the guide, with both texts; empty if there are none. */
export async function findWrongSteps(guide: string, stage: Stage): Promise<string> {
  const steps = readSteps(guide)
  const printed = await runSteps(steps, stage)
  const wrong = steps.flatMap(({ line, command, expected }, index) => {
    const output = printed[index] ?? '(the step did not run)'
    return isAsShown(output, expected) ? [] : [`line ${line}\n$ ${command}\nshown:\n${expected}\nprinted:\n${output}`]
  })
  return wrong.join('\n\n')
}

const shownOrigin = 'http://127.0.0.1:4010'
const marker = '<<end of step>>'

/** Runs the steps one after the other in one shell, which keeps variables, and returns the output of each. */
export async function runSteps(steps: readonly Step[], stage: Stage): Promise<string[]> {
  const { origin, session } = stage
  const commands = steps.map(({ command }) =>
    command.replaceAll(shownOrigin, origin).replaceAll('/sessions/default', `/sessions/${session}`),
  )
  const script = [
    // As in zsh, a pattern that matches no file is an error: `?` and `*` in an address need quotes.
    'shopt -s failglob',
    `curl() { command curl --silent --show-error --header 'X-Mock-Session: ${session}' "$@"; }`,
    ...commands.map((command) => `${command}\nprintf '%s\\n' '${marker}'`),
  ].join('\n')
  const output = await runBash(script, stage)
  return output.split(`${marker}\n`).slice(0, steps.length)
}

/** Milliseconds. A step that waits for something which never comes must not take the run with it. */
const stepsLimit = 120_000

/** True while a process of this group runs. */
function isAlive(group = 0): boolean {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

function killGroup(group = 0): void {
  if (isAlive(group)) process.kill(-group, 'SIGKILL')
}

function runBash(script: string, { folder, env: given = process.env }: Stage): Promise<string> {
  return new Promise((resolve, reject) => {
    // The guides show the output for a person, and commands print other things in CI.
    const { CI: _, ...env } = given
    const temporary = mkdtempSync(join(tmpdir(), 'rulebound-guide-'))
    // Two pipes could be read in another order than they were written.
    const shell = spawn('bash', ['-c', `exec 2>&1\n${script}`], {
      cwd: folder,
      detached: true,
      env: { ...env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    shell.stdout.on('data', (chunk) => {
      output += chunk
    })
    shell.on('error', reject)
    const limit = setTimeout(() => killGroup(shell.pid), stepsLimit)
    shell.on('exit', async () => {
      clearTimeout(limit)
      for (let waited = 0; waited < 50 && isAlive(shell.pid); waited++) await sleep(100)
      if (isAlive(shell.pid)) reject(new Error('a program that the guide has started still runs after its last step'))
      killGroup(shell.pid)
    })
    shell.on('close', () => {
      rmSync(temporary, { recursive: true, force: true })
      resolve(output)
    })
  })
}
