// A reader of the output may end before the command does.
import '../print.ts'
import { printableLines } from '../printable.ts'
import { maskUsers } from '../redaction/mask.ts'
import { UserError } from '../user-error.ts'

/** Runs a command, which may return its exit code. What the user can mend is told on stderr; any other error is a bug, and is thrown. */
export async function runCommand(command: () => Promise<unknown>): Promise<void> {
  try {
    const code = await command()
    if (typeof code === 'number') process.exitCode = code
  } catch (error) {
    console.error(await describeFailure(error))
    process.exitCode = 2
  }
}

/** The message of a `UserError`, of a failure of the file system and of a package that is missing. Any other error is thrown. */
export async function describeFailure(error: unknown): Promise<string> {
  const message =
    error instanceof UserError ? error.message : (describeFileFailure(error) ?? (await describeMissingPackage(error)))
  if (message === undefined) throw error
  return maskUsers(printableLines(message))
}

const fileFailures: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to it; change its rights, or name another place',
  EPERM: 'this user has no right to it; change its rights, or name another place',
  EROFS: 'the file system is read-only; name another place',
  ENOSPC: 'the disk is full; make room, or name another place',
  EDQUOT: 'the quota of the disk is used up; make room, or name another place',
  ENOTDIR: 'a part of the path is a file and not a folder; name another place',
  EISDIR: 'it is a folder; name a file in it',
  EEXIST: 'a file is where a folder has to be; name another place',
  ENOENT: 'there is no such file or folder; make it, or name another',
  EMFILE: 'too many files are open; raise the limit with ulimit -n',
}

/** One line for a failure of the file system; undefined for any other error. */
function describeFileFailure(error: unknown): string | undefined {
  const { code = '', path, syscall = '' } = error as NodeJS.ErrnoException
  const reason = Object.hasOwn(fileFailures, code) ? fileFailures[code] : undefined
  // Node.js leaves out the path where an open file is read or written.
  const named = path ?? (/^(read|write|f[a-z]+)$/.test(syscall) ? 'a file' : undefined)
  return syscall === '' || named === undefined || reason === undefined ? undefined : `${named}: ${reason} (${code})`
}

/** What to install for a package that a user may lack; undefined for any other error. */
async function describeMissingPackage(error: unknown): Promise<string | undefined> {
  const { code = '', message } = error as NodeJS.ErrnoException
  const missing = /^(ERR_)?MODULE_NOT_FOUND$/.test(code)
    ? /(?:module|package) '((?:@[^/']+\/)?[^/'.\s][^/'\s]*)/.exec(message)?.[1]
    : undefined
  if (missing === undefined) return undefined
  const { peers } = await import('../pipeline/init/init.ts')
  // Spectral brings the packages of its scope; all others belong to the types.
  const isOfSpectral = missing.startsWith('@stoplight/')
  const packages = Object.entries(peers)
    .filter(([name]) => name.startsWith('@stoplight/') === isOfSpectral)
    .map(([name, range]) => `${name}@${range.replace(/^\^(\d+).*$/, '$1')}`)
  return `this command needs ${missing}, which is not installed; run: npm install --save-dev ${packages.join(' ')}`
}
