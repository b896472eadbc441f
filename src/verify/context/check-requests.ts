import { setTimeout as delay } from 'node:timers/promises'
import type { AttemptInput, OpenReply, RawRequest, Reply } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { isJson, mediaTypeOf } from '../../contract/media-type.ts'
import type { Operation } from '../../contract/operation.ts'
import { securitySchemesOf } from '../../contract/security.ts'
import { parseJsonOrText } from '../../json-text.ts'
import { type Credential, isSafe, readMethods, urlOf } from '../target/target.ts'
import { type CheckTarget, type ContextOptions, type Exchange, type Trace, undeclared } from './check-target.ts'
import { InconclusiveError, messageOf } from './inconclusive-error.ts'
import { firstRoleOf } from './needs.ts'
import { mayHarm } from './ownership.ts'
import { buildRequest, withoutUndefined, withQuery } from './request.ts'
import { notePendingRemoval, type PendingRemoval, undo, withoutCredentials } from './undo-file.ts'
import { type OutgoingRequest, type WholeReply, wasClosed } from './wire.ts'

/** Seconds that a check waits for one answer, as `Retry-After` asks. */
const maxRetryAfter = 5

/** Times that a removal is sent if its connection is closed. */
const maxRemovals = 3

/** True of statuses by which a server says that it does not look at a request now. */
export function isBusy(status: number): boolean {
  return status === 429 || status === 503
}

/** Bytes of a body that the exchange keeps. */
const maxKept = 1 << 20

/** Sends the requests of one check, within its declared needs, and notes each exchange. */
export class CheckRequests {
  readonly #checkTarget: CheckTarget
  readonly #options: ContextOptions
  readonly #trace: Trace
  /** Headers of every call. */
  readonly #common: Readonly<Record<string, string>>
  /** The writes that may have made a thing whose removal is registered, by the removal. */
  readonly #protected = new Map<string, Exchange[]>()
  /** Takes the last creation off the undo file, if it is there. */
  #forgetCreation = () => {}
  /** The role of calls without a role. */
  readonly firstRole: string

  constructor(checkTarget: CheckTarget, options: ContextOptions, trace: Trace) {
    const { checks, target } = checkTarget
    const { session } = options
    const ofSession: Record<string, string> = session ? { 'x-mock-session': session.name } : {}
    this.#checkTarget = checkTarget
    this.#options = options
    this.#trace = trace
    this.#common = { ...target.headers, ...checks.headers, ...ofSession }
    this.firstRole = firstRoleOf(checks)
  }

  async attempt(id: string, input: AttemptInput = {}): Promise<Reply<never>> {
    const about = this.#exchangeOf(this.#operationOf(id), input)
    return (await this.#perform(this.build(id, input), about)) as Reply<never>
  }

  async open(id: string, input: AttemptInput = {}): Promise<OpenReply> {
    const request = this.build(id, input)
    const exchange = this.#begin(request, this.#exchangeOf(this.#operationOf(id), input))
    const reply = await this.#checkTarget.wire.open(request, input.timeout)
    exchange.status = reply.status
    exchange.headers = reply.headers
    return reply
  }

  async send({ method, target: path, headers, as, server, base, body }: RawRequest): Promise<Reply> {
    const { contract, target } = this.#checkTarget
    if (!readMethods.has(method)) this.#assertMayChange(`${method} ${path}`)
    const request: OutgoingRequest = {
      method,
      url: urlOf(target, path, server, base),
      headers: withoutUndefined({ ...this.#commonOf(as), ...this.#credentialOf(as)?.headers, ...headers }),
      body: body === undefined ? undefined : Buffer.from(body),
    }
    const operation = base === undefined ? operationAt(contract, method, path) : undefined
    return this.#perform(request, { operation, role: this.roleOf(as), parameters: [] })
  }

  /**
   * The request of a call, without sending it.
   *
   * @param undoes it takes back what a check has changed
   */
  build(id: string, input: AttemptInput, undoes = false): OutgoingRequest {
    const operation = this.#operationOf(id)
    const method = input.method ?? operation.method.toUpperCase()
    if (!isSafe({ method, id }, this.#checkTarget.checks.safe) && !(undoes && this.#options.needs.own))
      this.#assertMayChange(id, { ...input, method })
    const credential = this.#credentialOf(input.as)
    return buildRequest(this.#checkTarget, operation, input, { common: this.#commonOf(input.as), credential })
  }

  roleOf(as: string | null | undefined): string | null {
    return as === undefined ? this.firstRole : as
  }

  async #perform(request: OutgoingRequest, about: Omit<Exchange, 'request'>): Promise<Reply> {
    const exchange = this.#begin(request, about)
    const { query } = (about.role !== null && this.#checkTarget.target.credentials.get(about.role)) || {}
    const { status, headers, body } = await this.#sendInTime({ ...request, url: withQuery(request.url, query) })
    const text = body.toString()
    Object.assign(exchange, { status, headers, text: shorten(body) ?? text })
    const reply = { status, headers, text, body: isJson(mediaTypeOf(headers)) ? parseJsonOrText(text) : text }
    this.#trace.answered.set(reply, exchange)
    if (status >= 400 && request.method === 'POST') this.#forgetCreation()
    return reply
  }

  /** Waits where the target asks for it, and before a read that follows a write of a target that answers late. */
  async #sendInTime(request: OutgoingRequest): Promise<WholeReply> {
    const { settle = 0, session } = this.#options
    const isRead = readMethods.has(request.method)
    const { lastWrite = 0 } = this.#checkTarget
    if (isRead && settle > 0) await delay(Math.max(lastWrite + settle - Date.now(), 0))
    for (let waited = 0; ; ) {
      const reply = await this.#checkTarget.wire.send(request).finally(() => {
        if (!isRead) this.#checkTarget.lastWrite = Date.now()
      })
      const seconds = session || !isBusy(reply.status) ? Number.NaN : Number(reply.headers['retry-after'])
      waited += Math.max(seconds, 0.1)
      if (!(waited <= maxRetryAfter)) return reply
      await delay(Math.max(seconds, 0.1) * 1000)
    }
  }

  /**
   * Sends the removal of a thing when the check is over. Call it before the thing is made: the undo file then has its address, and
   * `verify clean` removes the thing after a crash.
   *
   * @param made the writes that may make it, or that it is there already; default: all writes that follow
   */
  removeAfterwards(
    removal: OutgoingRequest,
    role: string | null,
    made?: readonly Exchange[] | 'already',
  ): () => Promise<void> {
    const { exchanges } = this.#trace
    const { method, url } = removal
    const before = exchanges.length
    const remove = this.#undoAfterwards(removal, role, {
      hadNone: (end) => {
        const following = exchanges.slice(before, end).filter(({ request }) => !readMethods.has(request.method))
        return made !== 'already' && (made ?? following).every(({ status = 0 }) => status >= 400)
      },
      isSent: (end) =>
        exchanges
          .slice(before, end)
          .some(({ request, status = 0 }) => request.method === method && request.url === url && isSuccess(status)),
    })
    if (made === 'already') this.#forgetCreation()
    return remove
  }

  /** Only the answer to a creation may say where the thing is. Until it has come, the undo file says where to look. */
  #noteCreation(exchange: Exchange): void {
    const { contract, target, ownership } = this.#checkTarget
    const { request, operation, role } = exchange
    if (this.#options.session || target.undoFile === undefined) return
    if (request.method !== 'POST' || !ownership?.creates(operation)) return
    this.#forgetCreation()
    const headers = withoutCredentials(target, request.headers)
    const { method, url } = request
    const removed = notePendingRemoval(target.undoFile, { interface: contract.name, method, url, headers, role })
    let isNoted = true
    const forget = () => {
      if (isNoted) removed()
      isNoted = false
    }
    this.#forgetCreation = forget
    this.#trace.undo.push(async () => {
      if (exchange.status !== undefined) forget()
    })
  }

  /** Puts back what a GET has shown, when the check is over. */
  putBackAfterwards(
    { method, url, headers }: OutgoingRequest,
    role: string | null,
    body: string,
    shownAt: string,
  ): void {
    this.#undoAfterwards({ method, url, headers, body: undefined }, role, {}, { body, shownAt })
  }

  #undoAfterwards(
    { method, url, headers }: OutgoingRequest,
    role: string | null,
    { hadNone, isSent }: { hadNone?: (end: number) => boolean; isSent?: (end: number) => boolean },
    more: Pick<PendingRemoval, 'body' | 'shownAt'> = {},
  ): () => Promise<void> {
    const { contract, target } = this.#checkTarget
    const trace = this.#trace
    const { exchanges, stays } = trace
    const { session } = this.#options
    // The mock forgets the whole session.
    const shownAt = session ? undefined : this.#readOf(url)
    const pending = { method, url, ...(shownAt !== undefined && { shownAt }), ...more }
    const noted = { interface: contract.name, ...pending, headers: withoutCredentials(target, headers), role }
    const forget = session || target.undoFile === undefined ? () => {} : notePendingRemoval(target.undoFile, noted)
    const step = async () => {
      const end = exchanges.length
      const { settle = 2000 } = target
      const wait = session || this.#checkTarget.isLate === false ? undefined : () => delay(settle)
      const send = (request: OutgoingRequest) => this.#sendUndo(request, role)
      const refusal = await undo({ ...pending, headers }, send, { isSent: isSent?.(end) ?? false, wait })
      const isStillThere = refusal?.endsWith('still shows it') === true
      if (isStillThere) this.#checkTarget.isLate ??= false
      // Where a server hides what is not there, what is below a thing that was removed may be refused, and not missing.
      const isBelowRemoved =
        more.body === undefined &&
        exchanges.some(
          ({ request, status = 0 }) =>
            request.method === 'DELETE' && isSuccess(status) && url.startsWith(`${request.url.replace(/[?#].*/, '')}/`),
        )
      if (refusal === undefined || (!isStillThere && (isBelowRemoved || hadNone?.(end) === true))) return forget()
      const { status } = exchanges.findLast(({ request }) => request.method === method) ?? {}
      if (status === 401 || status === 403) this.#checkTarget.refusedRemoval = refusal
      stays.push(refusal)
    }
    trace.undo.push(step)
    return async () => {
      if (trace.undo.includes(step)) trace.undo.splice(trace.undo.indexOf(step), 1)
      else return
      await step().catch((error: unknown) => stays.push(`what the check changed: ${messageOf(error)}`))
    }
  }

  /** The address where a GET of the document shows a thing. */
  #readOf(url: string): string | undefined {
    const { contract, target } = this.#checkTarget
    if (!url.startsWith(target.baseUrl)) return undefined
    return operationAt(contract, 'GET', url.slice(target.baseUrl.length)) === undefined ? undefined : url
  }

  /** A removal may be sent again: what is gone stays gone. */
  async #sendUndo(request: OutgoingRequest, role: string | null): Promise<Reply> {
    const { contract, target } = this.#checkTarget
    const isBelow = request.url.startsWith(target.baseUrl)
    const path = request.url.slice(target.baseUrl.length)
    const operation = isBelow ? operationAt(contract, request.method, path) : undefined
    for (let tries = 1; ; tries++) {
      try {
        return await this.#perform(request, { operation, role, parameters: [] })
      } catch (error) {
        if (!wasClosed(error) || tries === maxRemovals) throw error
      }
    }
  }

  /** Registers the removal of what a write of the check may make, whatever the check expects of the write. */
  #protect(write: Exchange): void {
    const { method, url, headers } = write.request
    const { target, checks } = this.#checkTarget
    if (this.#options.session || readMethods.has(method) || method === 'DELETE') return
    const path = url.startsWith(target.baseUrl) ? url.slice(target.baseUrl.length).replace(/[?#].*/, '') : undefined
    const removal = path && checks.removalOf?.(path)
    const { 'content-type': _, ...sent } = withoutCredentials(target, headers)
    const key = JSON.stringify([removal, sent])
    if (!removal) return
    const writes = this.#protected.get(key)
    if (writes) return void writes.push(write)
    const made = [write]
    this.#protected.set(key, made)
    const credential = target.credentials.get(this.firstRole)
    const own = { ...this.#common, ...sent, ...credential?.headers }
    const request = { method: 'DELETE', url: target.baseUrl + removal, headers: own }
    this.removeAfterwards({ ...request, body: undefined }, this.firstRole, made)
  }

  #begin(request: OutgoingRequest, about: Omit<Exchange, 'request'>): Exchange {
    const exchange: Exchange = { ...about, request }
    if (this.#trace.isRestoring) exchange.undoes = true
    else {
      this.#options.signal?.throwIfAborted()
      this.#protect(exchange)
      this.#noteCreation(exchange)
    }
    this.#trace.exchanges.push(exchange)
    return exchange
  }

  #operationOf(id: string): Operation {
    const { contract } = this.#checkTarget
    const operation = contract.operations.get(id)
    if (!operation) throw new Error(`${contract.name} has no operation ${id}`)
    return operation
  }

  #exchangeOf(operation: Operation, { as, query = {}, headers: own = {} }: AttemptInput): Omit<Exchange, 'request'> {
    const sent = { ...this.#common, ...own }
    const parameters = operation.parameters.filter(({ name, in: place }) => {
      if (place === 'query') return query[name] !== undefined
      return place !== 'header' || sent[name.toLowerCase()] !== undefined
    })
    return {
      operation: operation.id,
      role: this.roleOf(as),
      parameters: parameters.map(({ name, in: place }) => `${place} ${name}`),
    }
  }

  /** Headers of every call; one without a role has none of those in which the document sends credentials. */
  #commonOf(as: string | null | undefined): Readonly<Record<string, string>> {
    if (as !== null) return this.#common
    const schemes = [...securitySchemesOf(this.#checkTarget.contract.document).values()]
    const shown = new Set(['authorization', 'cookie', ...schemes.map(({ name }) => String(name).toLowerCase())])
    return Object.fromEntries(Object.entries(this.#common).filter(([name]) => !shown.has(name.toLowerCase())))
  }

  #credentialOf(as: string | null = this.firstRole): Credential | undefined {
    if (as === null) return undefined
    const { needs } = this.#options
    if (as !== this.firstRole && !needs.roles?.includes(as) && !needs.onMock?.roles?.includes(as)) {
      throw undeclared(`the role '${as}'`)
    }
    return this.#checkTarget.target.credentials.get(as)
  }

  /** @param input of an operation whose ID is `what` */
  #assertMayChange(what: string, input?: AttemptInput): void {
    const { needs, session } = this.#options
    const { target, contract, ownership } = this.#checkTarget
    const operation = contract.operations.get(what)
    const isOpened = needs.own && operation && ownership?.isOpened(operation)
    const isDeclared = needs.changes ? target.allows !== 'nothing' : session && needs.onMock?.changes
    if (!isDeclared && !isOpened) throw undeclared(`to change the target, by ${what}`)
    if (!needs.own || !ownership || this.#trace.isRestoring) return
    const refusal = operation ? ownership.refusalOf(operation, input?.method ?? '', input ?? {}) : mayHarm(what)
    if (refusal !== undefined) throw new InconclusiveError(refusal)
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** The beginning of a long body. Each exchange of a run is kept until the report. */
function shorten(body: Buffer): string | undefined {
  if (body.length <= maxKept) return undefined
  return `${body.subarray(0, maxKept)}… (${body.length} bytes)`
}

/** The ID of the operation that a request below the base URL calls, if the document has it. */
function operationAt({ mount, match }: Contract, method: string, target: string): string | undefined {
  const found = match(method, mount.replace(/\{\w+\}/g, 'x') + (target.split('?')[0] ?? ''))
  return found.kind === 'operation' ? found.operation.id : undefined
}
