import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs npm in a folder, without what a surrounding `npm test` tells it. @returns what it printed */
export async function npm(folder: string, ...words: string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_local|package|lifecycle)/.test(name)),
  )
  const { stdout } = await promisify(execFile)('npm', words, { cwd: folder, env, maxBuffer: 1e8 })
  return stdout
}
