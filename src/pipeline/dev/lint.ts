import { UserError } from '../../user-error.ts'
import type { Workspace } from '../lint/workspace.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'

export interface DevLint {
  /** Forgets what these edits may have changed; the next lint reads it again. */
  forget(paths: Iterable<string>): void
  /** @throws {UserError} when the lint cannot run at all */
  lint(name: string): Promise<Diagnostic[]>
}

/**
 * A lint that keeps the catalogues of all interfaces between edits of documents. Reading them again takes as long as the rest of a
 * small interface's lint.
 */
export function createLint(base: string): DevLint {
  let workspace: Workspace | undefined

  return {
    forget(paths) {
      if (![...paths].every(isOfOneDocument)) workspace = undefined
    },
    async lint(name) {
      // Loading these takes a second, so they wait until the mock has started.
      const { lintInterface } = await import('../lint/lint.ts')
      const { readWorkspace } = await import('../lint/workspace.ts')
      workspace ??= await readWorkspace(base.replace(/\/$/, '')).catch((error: Error) => {
        throw new UserError(error.message, { cause: error })
      })
      return lintInterface(name, workspace)
    },
  }
}

/** True for `specs/orders/schemas/Order.yaml`; false for a catalogue and for a folder. */
function isOfOneDocument(path: string): boolean {
  return /^specs\/[^/]+\/.+\.ya?ml$/.test(path) && !path.endsWith('/rules.yaml')
}
