import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../../user-error.ts'
import { listEntries } from '../../workspace/entries.ts'

/** Read-only access to the git repository of a folder. */
export interface Git {
  /** Output of git without the last line end; undefined when git fails. */
  ask(...args: string[]): string | undefined
  /** Reads what the folder had at a commit, in a copy that is gone afterwards, with a slash at its end. */
  readAt<T>(commit: string, read: (folder: string) => Promise<T>): Promise<T>
}

/** Files of which documents and catalogues consist. */
const sources = /^(?!(.*\/)?(node_modules|generated)\/).*\.(ya?ml|json|md)$/

/** @throws {UserError} when there is no git, or no repository */
export function openGit(folder: string): Git {
  const run = (args: string[], options: { input?: string; env?: NodeJS.ProcessEnv } = {}) => {
    const { status, stdout, error } = spawnSync('git', args, {
      ...options,
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    if (error) throw new UserError(`git cannot be run: ${error.message}`)
    return status === 0 ? stdout : undefined
  }
  if (run(['rev-parse', '--git-dir']) === undefined) {
    throw new UserError(
      'there is no git repository here, and so nothing to compare with; name two documents, the older one first',
    )
  }
  return {
    ask: (...args) => run(args)?.replace(/\n$/, ''),
    async readAt(commit, read) {
      const target = realpathSync(mkdtempSync(join(tmpdir(), checkOuts)))
      const base = join(target, 'tree', run(['rev-parse', '--show-prefix'])?.trim() ?? '', '/')
      try {
        const files = run(['ls-tree', '-r', '-z', '--name-only', commit])?.split('\0') ?? []
        // A separate index leaves the user's index as it is.
        const env = { ...process.env, GIT_INDEX_FILE: join(target, 'index') }
        run(['read-tree', commit], { env })
        const input = files.filter((file) => sources.test(file)).join('\0')
        run(['checkout-index', '-z', '--stdin', `--prefix=${join(target, 'tree')}/`], { env, input })
        mkdirSync(base, { recursive: true })
        return await read(base)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        throw new UserError(`at ${short(commit)}: ${error.message.replaceAll(base, '')}`)
      } finally {
        rmSync(target, { recursive: true, force: true })
      }
    },
  }
}

const checkOuts = 'rulebound-diff-'

/** The path in its repository of a file that was read at a commit; another path as it is. */
export function withoutCheckOut(file: string): string {
  return file.replace(/^.*\/rulebound-diff-[^/]*\/tree\//, '')
}

export interface BaseCommit {
  commit: string
  /** `1a2b3c4, where this branch left origin/main` */
  description: string
}

/**
 * The commit to compare with. For a ref, this is the commit at which the current branch left it, so that later commits of the ref
 * do not show as removals. The default ref is the main branch. On the main branch itself, it is the last commit if there are
 * uncommitted edits, and otherwise the commit before it, so that a run after a merge compares what was merged.
 *
 * @param base the root of the workspace
 * @param sources files and folders whose edits count
 * @returns undefined when there is no earlier commit
 * @throws {UserError} for a ref that is unknown or shares no history
 */
export function chooseBase(git: Git, base: string, ref?: string, sources?: readonly string[]): BaseCommit | undefined {
  const head = commitOf(git, 'HEAD')
  if (ref !== undefined) return forkPoint(git, ref, head)
  if (!head) return undefined

  const main = ['origin/HEAD', 'origin/main', 'main'].find((candidate) => commitOf(git, candidate))
  const fork = main && forkPoint(git, main, head)
  if (fork && fork.commit !== head) return fork
  if (git.ask('status', '--porcelain', '--', ...(sources ?? sourcesOf(base)))) {
    return { commit: head, description: `${short(head)}, the last commit` }
  }
  const parent = commitOf(git, 'HEAD^1')
  return parent ? { commit: parent, description: `${short(parent)}, the commit before the last` } : undefined
}

/** Files that define the wire form, as git selects them. Uncommitted edits of these count as a change. */
function sourcesOf(base: string): string[] {
  const folders = listEntries(base).map(({ source }) => source)
  return ['redocly.yaml', 'specs', ...(folders.includes('.') ? ['*.yaml', '*.yml', '*.json'] : folders)]
}

function forkPoint(git: Git, ref: string, head: string | undefined): BaseCommit {
  const commit = commitOf(git, ref)
  if (!commit) {
    throw new UserError(
      `unknown ref '${ref}': name a branch, a tag or a commit (a shallow clone may lack it: git fetch --unshallow)`,
    )
  }
  const fork = head && git.ask('merge-base', head, commit)
  if (!fork) throw new UserError(`HEAD and ${ref} share no commit (in a shallow clone: git fetch --unshallow)`)
  if (fork === commit) return { commit, description: `${short(commit)}, which is ${ref}` }
  return { commit: fork, description: `${short(fork)}, where this branch left ${ref}` }
}

function commitOf(git: Git, ref: string): string | undefined {
  return git.ask('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
}

function short(commit: string): string {
  return commit.slice(0, 7)
}
