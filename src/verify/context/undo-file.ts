import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { UserError } from '../../user-error.ts'
import type { Target } from '../target/target.ts'
import { present, withQuery } from './request.ts'
import type { Wire } from './wire.ts'

/** The request that removes a thing which a check is about to make. It holds no credential. */
export interface Creation {
  interface: string
  method: string
  /** The whole address of the thing. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Role of the credential that removes the thing; null sends no credential. */
  role: string | null
}

/** One line of an undo file: a thing that a check makes, or the number of a thing that is removed. */
type Line = (Creation & { id: string }) | { removed: string }

/**
 * Writes a creation to the undo file, which only its owner may read. Several processes may write to one file.
 *
 * @returns a function that records the removal of the thing
 */
export function recordCreation(file: string, creation: Creation): () => void {
  const id = randomUUID()
  append(file, { ...creation, id })
  return () => append(file, { removed: id })
}

/** True for a thing that was removed, or that was never created. */
export function wasRemoved(status: number): boolean {
  return (status >= 200 && status < 300) || status === 404 || status === 410
}

/** Headers of a request without those that carry credentials of the target. */
export function withoutCredentials(
  { credentials }: Pick<Target, 'credentials'>,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const secret = new Set(['authorization', 'proxy-authorization', 'cookie'])
  for (const credential of credentials.values()) {
    for (const name of Object.keys(credential.headers)) secret.add(name.toLowerCase())
  }
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.has(name.toLowerCase())))
}

/** The result of removing the things of an undo file, one line for each. */
export interface Cleaning {
  removed: string[]
  /** Still there, with the reason. */
  stays: string[]
}

/**
 * Removes the things that an undo file lists, the last first. It touches only things below the base URLs of the target, and
 * sends only DELETE. Afterwards the file lists the remaining things; it is deleted if there are none.
 *
 * @throws {UserError} when the file cannot be read
 */
export async function cleanUp(
  file: string,
  targets: ReadonlyMap<string, { target: Target; wire: Wire }>,
): Promise<Cleaning> {
  const cleaning: Cleaning = { removed: [], stays: [] }
  const kept: (Creation & { id: string })[] = []
  for (const creation of readCreations(file).reverse()) {
    const what = `${creation.method} ${creation.url}`
    const reason = await remove(creation, targets.get(creation.interface)).catch((error: Error) => error.message)
    if (reason === undefined) cleaning.removed.push(what)
    else {
      cleaning.stays.push(`${what}: ${reason}`)
      kept.unshift(creation)
    }
  }
  if (kept.length === 0) rmSync(file, { force: true })
  else writeFileSync(file, kept.map(write).join(''), { mode: 0o600 })
  return cleaning
}

/** Undefined when the thing is gone; otherwise the reason why it stays. */
async function remove(
  { method, url, headers, role }: Creation,
  known: { target: Target; wire: Wire } | undefined,
): Promise<string | undefined> {
  if (!known) return 'no target of this run has its interface'
  const { target, wire } = known
  const bases = [target.baseUrl, ...target.furtherUrls.values()]
  if (method !== 'DELETE' || !bases.some((base) => isBelow(base, url))) {
    return `it is not below ${target.baseUrl}`
  }
  const credential = role === null ? undefined : target.credentials.get(role)
  const { status } = await wire.send({
    method,
    url: withQuery(url, credential?.query),
    headers: present({ ...headers, ...credential?.headers }),
    body: undefined,
  })
  return wasRemoved(status) ? undefined : `status ${status}`
}

/** False also for a path that leads out of the base after a server has decoded it, however often. */
function isBelow(base: string, url: string): boolean {
  if (!url.startsWith(`${base}/`)) return false
  let path = url.slice(base.length).replace(/[?#].*$/s, '')
  for (let before = ''; before !== path; ) {
    before = path
    path = path.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return !path.split(/[/\\]/).some((segment) => /^\.\.?(;|\s|\0|$)/.test(segment))
}

/** Creations without a note that the thing is removed, in their order. */
export function readCreations(file: string): (Creation & { id: string })[] {
  if (!existsSync(file)) return []
  const creations = new Map<string, Creation & { id: string }>()
  // A process that is killed may leave a last line that breaks off; its thing was not made yet.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  for (const [index, text] of lines.entries()) {
    const line = parseLine(text)
    if (line === undefined) throw new UserError(`${basename(file)}:${index + 1}: this is not a line of an undo file`)
    if ('removed' in line) creations.delete(line.removed)
    else creations.set(line.id, line)
  }
  return [...creations.values()]
}

function parseLine(text: string): Line | undefined {
  try {
    const line: Partial<Creation & { id: string; removed: string }> | null = JSON.parse(text)
    if (typeof line?.removed === 'string') return { removed: line.removed }
    const isWhole = [line?.id, line?.interface, line?.method, line?.url].every((value) => typeof value === 'string')
    return isWhole ? (line as Creation & { id: string }) : undefined
  } catch {
    return undefined
  }
}

function append(file: string, line: Line): void {
  appendFileSync(file, write(line), { mode: 0o600 })
}

function write(line: Line): string {
  return `${JSON.stringify(line)}\n`
}
