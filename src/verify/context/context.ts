import type { AttemptInput, CheckContext, InterfaceChecks, Needs, RawRequest, Reply } from '../../check/check.ts'
import type { Contract, ContractOperation } from '../../contract/contract.ts'
import { isJson, mediaTypeOf } from '../../contract/media-type.ts'
import { type Credential, isSafe, type Target, urlOf } from '../target/target.ts'
import type { ControlledSession } from './control.ts'
import type { Exchange } from './exchange.ts'
import { InconclusiveError, onOneLine } from './inconclusive-error.ts'
import { firstRoleOf } from './needs.ts'
import { present, type Sender, writeRequest } from './request.ts'
import { type Creation, recordCreation, wasRemoved, withoutCredentials } from './undo-file.ts'
import type { OutgoingRequest, WholeReply, Wire } from './wire.ts'

/** Shared by all checks of a run against one target. */
export interface CheckTarget {
  contract: Contract
  checks: InterfaceChecks<Record<string, unknown>>
  target: Target
  wire: Wire
  /** Results of `once` in this run, by name. */
  made?: Map<string, Promise<unknown>>
}

/** An assumption of the contract that the target does not share. */
export interface Difference {
  gap: string
  /** What the contract assumes, and what the target did. */
  message: string
}

/** The record of a check that has ended. */
export interface Trace {
  exchanges: Exchange[]
  differences: Difference[]
  undo: (() => Promise<unknown>)[]
  /** The check has ended, and its changes are undone. */
  isRestoring: boolean
  /** Changes that could not be undone, one line each. */
  stays: string[]
}

/** The check uses something that its needs do not declare. This is a fault of the check, not of the target. */
export class UndeclaredNeedError extends Error {
  override readonly name = 'UndeclaredNeedError'
}

export type Context = CheckContext<Record<string, unknown>>

interface Circumstances {
  needs: Needs
  /** The session of this check on the mock; undefined on other targets. */
  session: ControlledSession | undefined
  /** Identifies this check on a target whose requests are marked. */
  mark?: string
  /** Ends the check: from then on it only undoes its changes. */
  signal?: AbortSignal | undefined
}

export function createContext(
  { contract, checks, target, wire, made = new Map() }: CheckTarget,
  { needs, session, mark, signal }: Circumstances,
): { context: Context; trace: Trace } {
  const trace: Trace = { exchanges: [], differences: [], undo: [], isRestoring: false, stays: [] }
  const ofSession: Record<string, string> = session ? { 'x-mock-session': session.name } : {}
  const ofCheck = target.markedBy === undefined || mark === undefined ? {} : { [target.markedBy]: mark }
  const sender: Sender = {
    contract,
    target,
    headers: { ...target.headers, ...checks.headers, ...ofSession, ...ofCheck },
  }
  const firstRole = firstRoleOf(checks)

  const context: Context = {
    call: (operation, ...[input]) => attempt(operation, input),
    attempt: (operation, input) => attempt(operation, input),
    send,
    open,
    resource(name) {
      if (!needs.resources?.includes(name) && !needs.onMock?.resources?.includes(name))
        throw undeclared(`the resource '${name}'`)
      return target.resources.get(name) ?? ''
    },
    get control() {
      if (!needs.control || !session) throw undeclared('the control plane')
      return session.control
    },
    hasControl: session !== undefined,
    afterwards: (undo) => void trace.undo.push(undo),
    removeAfterwards,
    leaves: (what) => {
      if (!session) trace.stays.push(onOneLine(what))
    },
    prepare,
    once: (name, make) => (session ? make() : takeOrMake(made, name, make)),
    assume(gap, expectation) {
      try {
        expectation()
      } catch (error) {
        trace.differences.push({ gap, message: (error as Error).message })
      }
    },
    inconclusive(reason) {
      throw new InconclusiveError(reason)
    },
    now: async () => session?.now() ?? Date.now(),
    overTime: (coming) => (session ? session.passTime(coming) : coming),
  }
  return { context, trace }

  function removeAfterwards(id: string, input: AttemptInput = {}): void {
    const request = writeCall(operationOf(id), input)
    const what = `${request.method} ${request.url}`
    const forget = session || target.undoFile === undefined ? () => {} : recordCreation(target.undoFile, entryOf())
    trace.undo.push(async () => {
      const { status } = await attempt(id, input)
      if (wasRemoved(status)) forget()
      else trace.stays.push(`${what} was answered with ${status}`)
    })

    function entryOf(): Creation {
      const role = input.as === undefined ? firstRole : input.as
      const { method, url } = request
      const headers = withoutCredentials(target, request.headers)
      return { interface: contract.name, method, url, headers, role }
    }
  }

  async function prepare<T>(what: string, step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      if (error instanceof InconclusiveError || error instanceof UndeclaredNeedError) throw error
      throw new InconclusiveError(`${what} could not be prepared: ${(error as Error).message}`)
    }
  }

  async function attempt(id: string, input: AttemptInput = {}): Promise<Reply<never>> {
    const operation = operationOf(id)
    return (await perform(writeCall(operation, input), exchangeOf(operation, input))) as Reply<never>
  }

  async function open(id: string, input: AttemptInput = {}) {
    const operation = operationOf(id)
    const request = writeCall(operation, input)
    assertRunning()
    const exchange: Exchange = { ...exchangeOf(operation, input), request }
    trace.exchanges.push(exchange)
    const reply = await wire.open(request)
    exchange.status = reply.status
    exchange.headers = reply.headers
    return reply
  }

  function writeCall(operation: ContractOperation, input: AttemptInput): OutgoingRequest {
    if (!isSafe(operation, checks.safe)) assertMayChange(operation.id)
    return writeRequest(sender, operation, input, credentialOf(input.as))
  }

  async function send({ method, target: path, headers, as, server, base, body }: RawRequest): Promise<Reply> {
    if (!['GET', 'HEAD', 'OPTIONS', 'LIST', 'TRACE'].includes(method)) assertMayChange(`${method} ${path}`)
    const request: OutgoingRequest = {
      method,
      url: urlOf(target, path, server, base),
      headers: present({ ...sender.headers, ...credentialOf(as)?.headers, ...headers }),
      body: body === undefined ? undefined : Buffer.from(body),
    }
    const match = base === undefined ? contract.match(method, pathBelow(contract, path)) : undefined
    const operation = match?.kind === 'operation' ? match.operation.id : undefined
    return perform(request, { operation, role: as === undefined ? firstRole : as, parameters: [] })
  }

  async function perform(request: OutgoingRequest, about: Omit<Exchange, 'request'>): Promise<Reply> {
    assertRunning()
    const exchange: Exchange = { ...about, request }
    trace.exchanges.push(exchange)
    const { status, headers, body } = await wire.send(request)
    const text = body.toString()
    Object.assign(exchange, { status, headers, text })
    return { status, headers, text, body: readBody({ status, headers, body }, text) }
  }

  function operationOf(id: string): ContractOperation {
    const operation = contract.operations.get(id)
    if (!operation) throw new Error(`${contract.name} has no operation ${id}`)
    return operation
  }

  function exchangeOf(
    operation: ContractOperation,
    { as, query = {}, headers: own = {} }: AttemptInput,
  ): Omit<Exchange, 'request'> {
    const sent = { ...sender.headers, ...own }
    const parameters = operation.parameters.filter(({ name, in: place }) =>
      place === 'query'
        ? query[name] !== undefined
        : place === 'header'
          ? sent[name.toLowerCase()] !== undefined
          : true,
    )
    return {
      operation: operation.id,
      role: as === undefined ? firstRole : as,
      parameters: parameters.map(({ name, in: place }) => `${place} ${name}`),
    }
  }

  function credentialOf(as: string | null = firstRole): Credential | undefined {
    if (as === null) return undefined
    if (as !== firstRole && !needs.roles?.includes(as) && !needs.onMock?.roles?.includes(as))
      throw undeclared(`the role '${as}'`)
    return target.credentials.get(as)
  }

  function assertRunning(): void {
    if (!trace.isRestoring) signal?.throwIfAborted()
  }

  function assertMayChange(what: string): void {
    if (!needs.changes) throw undeclared(`to change the target, by ${what}`)
  }
}

function takeOrMake<T>(made: Map<string, Promise<unknown>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(name) as Promise<T> | undefined
  if (known) return known
  const making = make()
  made.set(name, making)
  return making
}

function undeclared(what: string): UndeclaredNeedError {
  return new UndeclaredNeedError(`the check uses ${what} and does not declare it in its needs`)
}

function readBody({ headers }: WholeReply, text: string): unknown {
  if (!isJson(mediaTypeOf(headers))) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The path as the contract's router knows it. */
function pathBelow({ mount }: Contract, target: string): string {
  return mount.replace(/\{\w+\}/g, 'x') + (target.split('?')[0] ?? '')
}
