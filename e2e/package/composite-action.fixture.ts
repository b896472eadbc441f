import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { parse } from 'yaml'

interface Step {
  id?: string
  name?: string
  if?: string
  shell?: string
  env?: Record<string, string>
  run?: string
  uses?: string
  with?: Record<string, string | number>
}

interface Action {
  inputs: Record<string, { default?: string; required?: boolean }>
  outputs: Record<string, { value: string }>
  runs: { using: string; steps: Step[] }
}

/** Stands in for another action: takes its inputs, and returns its outputs. */
type Used = (inputs: Record<string, string>) => Record<string, string>

interface Job {
  /** Folder of the action. */
  actionPath: string
  workspace: string
  /** Folder for temporary files, which is empty at the start of a job. */
  temp: string
  inputs: Record<string, string>
  env: NodeJS.ProcessEnv
  /** Other actions by name: `actions/cache`. An action that is not named here fails the job. */
  used: Record<string, Used>
}

interface JobResult {
  outputs: Record<string, string>
  /** Exit code of the first step that failed; 0 if none did. */
  code: number
  /** The steps that ran, by name or by the action that they use. */
  ran: string[]
  /** What the commands printed. */
  log: string
}

/** Runs the steps of a composite action as a runner of GitHub does: conditions, expressions, `bash -e`, outputs through a file. */
export async function runAction(job: Job): Promise<JobResult> {
  const action: Action = parse(readFileSync(join(job.actionPath, 'action.yml'), 'utf8'))
  const unknown = Object.keys(job.inputs).find((name) => !Object.hasOwn(action.inputs, name))
  if (unknown !== undefined) throw new Error(`action.yml has no input ${unknown}`)
  const defaults = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, String(value)])
  const context = {
    inputs: { ...Object.fromEntries(defaults), ...job.inputs },
    github: { action_path: job.actionPath, workspace: job.workspace },
    runner: { temp: job.temp, os: 'Linux' },
    steps: {} as Record<string, { outputs: Record<string, string> }>,
  }
  const result: JobResult = { outputs: {}, code: 0, ran: [], log: '' }
  for (const step of action.runs.steps) {
    const fill = (text: string | number) => fillIn(String(text), context, result.code === 0)
    const condition = (step.if ?? 'success()').replace(/^\$\{\{(.*)\}\}$/, '$1')
    const isChosen = evaluate(
      /\b(always|failure|success)\(/.test(condition) ? condition : `success() && (${condition})`,
      context,
      result.code === 0,
    )
    if (isChosen === 'false' || isChosen === '') continue
    result.ran.push(step.name ?? step.uses ?? '')
    const given = Object.fromEntries(
      Object.entries(step.with ?? step.env ?? {}).map(([name, value]) => [name, fill(value)]),
    )
    let outputs: Record<string, string>
    if (step.uses !== undefined) {
      const stand = job.used[step.uses.replace(/@.*/, '')]
      if (!stand) throw new Error(`the test knows no stand-in for ${step.uses}`)
      outputs = stand(given)
    } else {
      const file = join(job.temp, `output-${result.ran.length}`)
      writeFileSync(file, '')
      const ended = await runBash(fill(step.run ?? ''), job, { ...job.env, ...given, GITHUB_OUTPUT: file })
      result.log += ended.log
      if (result.code === 0) result.code = ended.code
      outputs = Object.fromEntries(
        readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      )
    }
    if (step.id !== undefined) context.steps[step.id] = { outputs }
  }
  for (const [name, { value }] of Object.entries(action.outputs)) result.outputs[name] = fillIn(value, context, true)
  return result
}

/** The options of `shell: bash` on a runner. */
function runBash(script: string, { workspace }: Job, env: NodeJS.ProcessEnv): Promise<{ code: number; log: string }> {
  const words = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script]
  return new Promise((resolve) => {
    execFile('bash', words, { cwd: workspace, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, log: stdout + stderr })
    })
  })
}

function fillIn(text: string, context: object, isSuccess: boolean): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluate(expression, context, isSuccess))
}

function evaluate(expression: string, context: object, isSuccess: boolean): string {
  const statuses = { always: true, success: isSuccess, failure: !isSuccess }
  const functions = Object.entries(statuses).map(([name, value]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(value),
  }))
  const { tokens } = new Lexer(expression.trim()).lex()
  const tree = new Parser(tokens, Object.keys(context), functions).parse()
  const values = JSON.parse(JSON.stringify(context), data.reviver) as data.Dictionary
  return new Evaluator(tree, values, new Map(functions.map((one) => [one.name, one]))).evaluate().coerceString()
}
