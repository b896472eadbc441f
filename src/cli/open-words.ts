import { findUserRoot, isPath } from '../workspace/find-root.ts'
import type { OpenedWorkspace } from '../workspace/open-workspace.ts'

/**
 * Opens what the words of a command name: interfaces of the workspace, bundled ones, and documents. Bundled ones need no reading, and
 * what reads documents is loaded only for others.
 *
 * @throws {UserError} with exit code 2 for documents that cannot be read
 */
export async function openWords(words: readonly string[], allowFiles?: readonly string[]): Promise<OpenedWorkspace> {
  const from = process.cwd()
  if (!words.some(isPath) && findUserRoot(from) === undefined) return { names: [...words], interfaces: [], remarks: [] }
  const { openWorkspace } = await import('../workspace/open-workspace.ts')
  const opened = await openWorkspace({ words, from, allowFiles })
  for (const remark of opened.remarks) console.error(remark)
  return opened
}
