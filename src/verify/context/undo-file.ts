import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isJson, mediaTypeOf } from '../../contract/media-type.ts'
import { parseJsonOrText } from '../../json-text.ts'
import { readTextFile } from '../../text-file.ts'
import { UserError } from '../../user-error.ts'
import type { Target } from '../target/target.ts'
import { decodedWhole } from './ownership.ts'
import { withoutUndefined, withQuery } from './request.ts'
import type { OutgoingRequest, Wire } from './wire.ts'

/**
 * The request that is to remove a thing which a check makes, or to put back what it changes. It holds no credential. A POST without a body
 * stands for a creation whose answer has not come.
 */
export interface PendingRemoval {
  id: string
  interface: string
  method: string
  /** The whole address of the thing. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Role of the credential that removes the thing; null sends no credential. */
  role: string | null
  /** What a thing that the check did not make was before, in JSON. */
  body?: string
  /** Where a GET shows the thing, if the document has one. */
  shownAt?: string | undefined
}

/** One line of an undo file: the removal of a thing that a check makes, or the ID of one that is done. */
type Line = PendingRemoval | { removed: string }

/**
 * Writes the removal of a thing to the undo file before the thing is made. Only its owner may read the file; several processes may write to it.
 *
 * @returns a function that records the removal of the thing
 */
export function notePendingRemoval(file: string, pending: Omit<PendingRemoval, 'id'>): () => void {
  const id = randomUUID()
  append(file, { ...pending, id })
  return () => append(file, { removed: id })
}

type Send = (
  request: OutgoingRequest,
) => Promise<{ status: number; text: string; headers: Readonly<Record<string, string>> }>

/**
 * Removes a thing, or puts it back. What a server answers to a removal is not believed where a read can show it: a DELETE may be answered
 * with 2xx and do nothing, and a second one may be refused although the thing is gone.
 *
 * @param isSent the check has removed the thing by itself, and the server has taken that
 * @returns why the thing stays; undefined when it is gone, or as it was
 */
export async function undo(
  { method, url, headers, body, shownAt }: Omit<PendingRemoval, 'id' | 'interface' | 'role'>,
  send: Send,
  { isSent = false, wait }: { isSent?: boolean; wait?: (() => Promise<unknown>) | undefined } = {},
): Promise<string | undefined> {
  const read = async () => {
    const reply =
      shownAt === undefined ? undefined : await send({ method: 'GET', url: shownAt, headers, body: undefined })
    return { status: reply?.status ?? 0, tag: reply?.headers.etag, value: reply && parseJsonOrText(reply.text) }
  }
  const isShown = ({ status }: { status: number }) => status >= 200 && status < 300
  if (body !== undefined) {
    const before = await read()
    const isBack = method === 'POST' ? isShown(before) : isDeepStrictEqual(before.value, parseJsonOrText(body))
    if (isBack) return undefined
    const sent = isJson(mediaTypeOf(headers)) ? headers : { ...headers, 'content-type': 'application/json' }
    const { status } = await send({ method, url, headers: sent, body: Buffer.from(body) })
    return isShown({ status }) ? undefined : `${method} ${url} was answered with ${status}`
  }
  if (isSent && shownAt !== undefined && !isShown(await read())) return undefined
  let { status } = await send({ method, url, headers, body: undefined })
  if (status === 412 || status === 428) {
    const { tag } = await read()
    const tagged = tag === undefined ? headers : { ...headers, 'if-match': tag }
    status = (await send({ method, url, headers: tagged, body: undefined })).status
  }
  const refusal = `${method} ${url} was answered with ${status}`
  const isGone = status === 404 || status === 410
  if (shownAt === undefined) return isShown({ status }) || isGone ? undefined : refusal
  let after = await read()
  // A read may lag behind the removal.
  if (isShown(after) && isShown({ status }) && wait) {
    await wait()
    after = await read()
  }
  if (isShown(after)) return `${refusal}, and GET still shows it`
  return isShown({ status }) || isGone || after.status === 404 || after.status === 410 ? undefined : refusal
}

/** Headers of a request without those that each request to the target has, which may be secret, and without its credentials. */
export function withoutCredentials(
  { credentials, headers: common }: Pick<Target, 'credentials' | 'headers'>,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  const secret = new Set(['authorization', 'proxy-authorization', 'cookie'])
  for (const one of [common, ...[...credentials.values()].map((credential) => credential.headers)]) {
    for (const name of Object.keys(one ?? {})) secret.add(name.toLowerCase())
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
 * sends DELETE, or the earlier state of a thing that the caller had named. Afterwards the file lists the remaining things; it is deleted if there are none.
 *
 * @throws {UserError} when the file cannot be read
 */
export async function cleanUp(
  file: string,
  targets: ReadonlyMap<string, { target: Target; wire: Wire }>,
): Promise<Cleaning> {
  const cleaning: Cleaning = { removed: [], stays: [] }
  const kept: PendingRemoval[] = []
  for (const pending of readPendingRemovals(file).reverse()) {
    const what = `${pending.method} ${pending.url}`
    const reason = await remove(pending, targets.get(pending.interface)).catch((error: Error) => error.message)
    if (reason === undefined) cleaning.removed.push(what)
    else {
      cleaning.stays.push(reason.startsWith(what) ? reason : `${what}: ${reason}`)
      kept.unshift(pending)
    }
  }
  if (kept.length === 0) rmSync(file, { force: true })
  else writeFileSync(file, kept.map(printLine).join(''), { mode: 0o600 })
  return cleaning
}

/** Undefined when the thing is gone or as it was; otherwise the reason why it stays. */
async function remove(
  { role, ...pending }: PendingRemoval,
  known: { target: Target; wire: Wire } | undefined,
): Promise<string | undefined> {
  if (!known) return 'no target of this run has its interface'
  const { target, wire } = known
  const { method, url, body, shownAt = url } = pending
  const bases = [target.baseUrl, ...target.furtherUrls.values()]
  if (method === 'POST' && body === undefined)
    return 'no answer came, which would say where the thing is: look for it, then remove this line from the file'
  const isKnown = body === undefined ? method === 'DELETE' : ['PUT', 'PATCH', 'POST'].includes(method)
  if (!isKnown || ![url, shownAt].every((one) => bases.some((base) => isBelow(base, one))))
    return `it is not below ${target.baseUrl}`
  const credential = role === null ? undefined : target.credentials.get(role)
  const headers = withoutUndefined({ ...pending.headers, ...target.headers, ...credential?.headers })
  return undo({ ...pending, headers }, async (request) => {
    const reply = await wire.send({ ...request, url: withQuery(request.url, credential?.query) })
    return { status: reply.status, headers: reply.headers, text: reply.body.toString() }
  })
}

/** False also for a path that leads out of the base after a server has decoded it, however often. */
function isBelow(base: string, url: string): boolean {
  if (!url.startsWith(`${base}/`)) return false
  const path = decodedWhole(url.slice(base.length).replace(/[?#].*$/s, ''))
  return !path.split(/[/\\]/).some((segment) => /^\.\.?(;|\s|\0|$)/.test(segment))
}

/** Removals without a note that the thing is gone, in their order. */
export function readPendingRemovals(file: string): PendingRemoval[] {
  if (!existsSync(file)) return []
  const pending = new Map<string, PendingRemoval>()
  // A process that is killed may leave a last line that breaks off; its thing was not made yet.
  const lines = readTextFile(file).split('\n').slice(0, -1)
  for (const [index, text] of lines.entries()) {
    const line = parseLine(text)
    if (line === undefined) throw new UserError(`${basename(file)}:${index + 1}: this is not a line of an undo file`)
    if ('removed' in line) pending.delete(line.removed)
    else pending.set(line.id, line)
  }
  return [...pending.values()]
}

function parseLine(text: string): Line | undefined {
  try {
    const line: Partial<PendingRemoval & { removed: string }> | null = JSON.parse(text)
    if (typeof line?.removed === 'string') return { removed: line.removed }
    const isWhole = [line?.id, line?.interface, line?.method, line?.url].every((value) => typeof value === 'string')
    return isWhole ? (line as PendingRemoval) : undefined
  } catch {
    return undefined
  }
}

function append(file: string, line: Line): void {
  appendFileSync(file, printLine(line), { mode: 0o600 })
}

function printLine(line: Line): string {
  return `${JSON.stringify(line)}\n`
}
