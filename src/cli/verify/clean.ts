import { cleanUp } from '../../verify/context/undo-file.ts'
import { wireTo } from '../../verify/runner/open-target.ts'
import type { Target } from '../../verify/target/target.ts'

/**
 * Removes what the undo file says that checks have made on these servers, and tells what it removed and what stays. A file
 * that names nothing more is deleted.
 *
 * @returns the exit code: 1 when something stays
 */
export async function clean(undoFile: string, targets: ReadonlyMap<string, Target | undefined>): Promise<number> {
  const servers = [...targets].flatMap(([name, target]) =>
    target ? [[name, { target, wire: wireTo(target) }] as const] : [],
  )
  const { removed, stays } = await cleanUp(undoFile, new Map(servers))
  for (const [, { wire }] of servers) wire.close()
  if (removed.length > 0) console.error(`removed ${countOf(removed)}`)
  if (stays.length === 0) return 0
  console.error(`${countOf(stays)} could not be removed; --clean tries again with ${undoFile}:`)
  for (const line of stays) console.error(`  ${line}`)
  return 1
}

function countOf({ length }: readonly string[]): string {
  return length === 1 ? 'a thing that checks had made' : `${length} things that checks had made`
}
