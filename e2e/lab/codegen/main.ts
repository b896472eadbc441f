import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startMock } from '../../../src/mock/start-mock.ts'
import { listInterfaces } from '../../../src/workspace/entries.ts'
import { root } from '../../../src/workspace/root.ts'
import { isInstalled, runCommandLine } from './command.ts'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

// npm run codegen [-- <part of a tool's name>…]

const cache = join(root, '.cache/codegen')
const interfaces = listInterfaces().map(({ name }) => name)
const asked = process.argv.slice(2)

/** Why a step failed, by step; the empty object when all went well. */
type Failures = Record<string, string>

mkdirSync(cache, { recursive: true })
const rows: string[] = []
for (const tool of tools.filter(({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)))) {
  const missing = []
  for (const command of tool.needs) if (!(await isInstalled(command))) missing.push(command)
  if (missing.length > 0) {
    rows.push(`| ${tool.name} | ${tool.language} | not run: ${missing.join(', ')} is not installed | | |`)
    continue
  }
  console.error(`${tool.name} …`)
  const failures = await tryTool(tool)
  for (const [step, reason] of Object.entries(failures)) console.error(`${tool.name}, ${step}: ${reason}`)
  if (Object.keys(failures).length > 0) process.exitCode = 1
  rows.push(rowOf(tool, failures))
}
console.log(
  ['| tool | language | generates | compiles | calls the order API |', '|---|---|---|---|---|', ...rows].join('\n'),
)

async function tryTool(tool: Tool): Promise<Failures> {
  const folder = join(cache, 'clients', tool.name.replaceAll(/\W+/g, '-'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const command of tool.install(cache)) {
    const failure = await runCommandLine(command)
    if (failure) return { install: failure }
  }
  const failures: Failures = {}
  for (const name of interfaces) {
    const document = { file: join(root, 'generated', name, tool.document), name: identifier(name) }
    const failure = await runCommandLine(tool.generate({ cache, folder, document }))
    if (failure) failures[`generate ${name}`] = failure
  }
  const generated = interfaces.filter((name) => !failures[`generate ${name}`]).map(identifier)
  for (const command of tool.compile({ cache, folder }, generated)) {
    const failure = await runCommandLine(command)
    if (failure) return { ...failures, compile: failure }
  }
  if (!tool.call) return failures
  const failure = await callOrders(tool.call({ cache, folder }))
  return failure ? { ...failures, call: failure } : failures
}

/** Lists, reads and updates an order, and reads an unknown one. */
async function callOrders(command: ReturnType<NonNullable<Tool['call']>>): Promise<string | undefined> {
  const mock = await startMock({ interfaces: ['orders'] })
  const [served] = mock.interfaces
  const full = served?.credentials.find(({ role }) => role === 'full')
  const [key = ''] = atob(full?.headers.authorization?.split(' ')[1] ?? '').split(':')
  const env = { ORDERS_URL: `${mock.origin}/orders/api`, ORDERS_KEY: key }
  try {
    return await runCommandLine({ ...command, env: { ...command.env, ...env } })
  } finally {
    await mock.close()
  }
}

function rowOf({ name, language, call }: Tool, failures: Failures): string {
  const failed = Object.keys(failures).filter((step) => step.startsWith('generate'))
  const generates = failures.install ? 'not installed' : `${interfaces.length - failed.length} of ${interfaces.length}`
  const compiles = failures.install || failures.compile ? 'no' : 'yes'
  const calls = call
    ? Object.keys(failures).some((step) => !step.startsWith('generate'))
      ? 'no'
      : 'yes'
    : 'models alone'
  return `| ${name} | ${language} | ${generates} | ${compiles} | ${calls} |`
}

function identifier(name: string): string {
  return name.replaceAll('-', '_')
}
