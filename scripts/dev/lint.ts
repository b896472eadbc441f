import { UserError } from '../../src/cli/user-error.ts'
import type { Workspace } from '../lint/workspace.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'

export interface DevLint {
  /** Takes note of edits: what they may have changed is read again by the next lint. */
  forget(paths: Iterable<string>): void
  /** @throws {UserError} when the lint cannot run at all */
  lint(name: string): Promise<Diagnostic[]>
}

/**
 * The lint, kept warm. What it knows of all interfaces together stays between edits of documents: reading every catalogue
 * again takes as long as the rest of a small interface's lint.
 */
export function createLint(base: string): DevLint {
  let workspace: Workspace | undefined

  return {
    forget(paths) {
      if (![...paths].every(isOfOneDocument)) workspace = undefined
    },
    async lint(name) {
      // Not before it is asked for: these take a second to load, and the mock should have started by then.
      const { lintInterface } = await import('../lint/lint.ts')
      const { readWorkspace } = await import('../lint/workspace.ts')
      workspace ??= await readWorkspace(base.replace(/\/$/, '')).catch((error: Error) => {
        throw new UserError(error.message, { cause: error })
      })
      return lintInterface(name, workspace)
    },
  }
}

/** `specs/orders/schemas/Order.yaml`, and neither a catalogue nor a folder. */
function isOfOneDocument(path: string): boolean {
  return /^specs\/[^/]+\/.+\.ya?ml$/.test(path) && !path.endsWith('/rules.yaml')
}
