import { printableLines } from '../printable.ts'
import { maskUsers } from '../redaction/mask.ts'
import { UserError } from '../user-error.ts'

/** Runs a command, which may return its exit code. A `UserError` and a failure of the file system become a message on stderr; any other error is a bug, and is thrown. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    const code = await command()
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    const message = error instanceof UserError ? error.message : describeFileFailure(error)
    if (message === undefined) throw error
    console.error(maskUsers(printableLines(message)))
    process.exitCode = 2
  }
}

const fileFailures: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to it; change its rights, or name another place',
  EPERM: 'this user has no right to it; change its rights, or name another place',
  EROFS: 'the file system is read-only; name another place',
  ENOSPC: 'the disk is full; make room, or name another place',
  EDQUOT: 'the quota of the disk is used up; make room, or name another place',
  ENOTDIR: 'a part of the path is a file and not a folder; name another place',
  EISDIR: 'it is a folder; name a file',
  ENOENT: 'it does not exist; name what does',
  EMFILE: 'too many files are open; raise the limit with ulimit -n',
}

/** One line for a failure of the file system; undefined for any other error. */
function describeFileFailure(error: unknown): string | undefined {
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  const reason = Object.hasOwn(fileFailures, code) ? fileFailures[code] : undefined
  return syscall === undefined || path === undefined || reason === undefined
    ? undefined
    : `${path}: ${reason} (${code})`
}
