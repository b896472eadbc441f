import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs npm in a folder, without the environment of a surrounding `npm test`. @returns its output */
export async function npm(folder: string, ...words: string[]): Promise<string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_local|package|lifecycle)/.test(name)),
  )
  const { stdout } = await promisify(execFile)('npm', words, { cwd: folder, env, maxBuffer: 1e8 })
  return stdout
}
