import type { CheckContext } from '../../check/check.ts'
import { ExpectationError } from '../../check/expect.ts'
import { printJson } from '../../json-text.ts'
import { CheckRequests } from './check-requests.ts'
import { type CheckTarget, type ContextOptions, type Trace, UndeclaredNeedError, undeclared } from './check-target.ts'
import { InconclusiveError, messageOf, onOneLine } from './inconclusive-error.ts'

export type Context = CheckContext<Record<string, unknown>>

export function createContext(checkTarget: CheckTarget, options: ContextOptions): { context: Context; trace: Trace } {
  const { target, made = new Map() } = checkTarget
  const { needs, session } = options
  const trace: Trace = {
    exchanges: [],
    answered: new WeakMap(),
    differences: [],
    assumed: new Set(),
    undo: [],
    putsBack: false,
    isRestoring: false,
    stays: [],
  }
  const requests = new CheckRequests(checkTarget, options, trace)
  const context: Context = {
    // `call` differs from `attempt` in its types alone.
    call: (operation, ...[input]) => requests.attempt(operation, input),
    attempt: (operation, input) => requests.attempt(operation, input),
    send: (request) => requests.send(request),
    open: (operation, input) => requests.open(operation, input),
    resource(name) {
      const { resources = [], reads = [], onMock } = needs
      if (![...resources, ...reads, ...(onMock?.resources ?? [])].includes(name))
        throw undeclared(`the resource '${name}'`)
      return target.resources.get(name) ?? ''
    },
    mayChange: target.allows !== 'nothing',
    get control() {
      if (!needs.control || !session) throw undeclared('the control plane')
      return session.control
    },
    hasControl: session !== undefined,
    afterwards: (undo) => void trace.undo.push(undo),
    removeAfterwards: (id, input = {}, isMade = false) =>
      requests.removeAfterwards(
        requests.build(id, input, true),
        requests.roleOf(input.as),
        isMade ? 'already' : undefined,
      ),
    putBackAfterwards: (id, input, body, shownBy, at) => {
      trace.putsBack = true
      const { url } = requests.build(shownBy, at)
      requests.putBackAfterwards(requests.build(id, input, true), requests.roleOf(input.as), printJson(body), url)
    },
    leaves: (what) => {
      if (!session) trace.stays.push(onOneLine(what))
    },
    prepare,
    once: (name, make) => (session ? make() : takeOrMake(made, name, make)),
    assume(gap, expectation) {
      try {
        expectation()
        trace.assumed.add(gap)
      } catch (error) {
        const { what, seen, cause } = error instanceof ExpectationError ? error.failure : {}
        trace.differences.push({
          gap,
          ...(cause ? { message: `${what}: ${seen}`, cause } : { message: messageOf(error) }),
        })
      }
    },
    inconclusive(reason) {
      throw new InconclusiveError(reason)
    },
    now: async () => session?.now() ?? Date.now(),
    overTime: (coming) => (session ? session.passTime(coming) : coming),
  }
  return { context, trace }
}

async function prepare<T>(what: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof InconclusiveError || error instanceof UndeclaredNeedError) throw error
    throw new InconclusiveError(`${what} could not be prepared: ${messageOf(error)}`)
  }
}

function takeOrMake<T>(made: Map<string, Promise<unknown>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(name) as Promise<T> | undefined
  if (known) return known
  const making = make()
  made.set(name, making)
  return making
}
