import type { AttemptInput, CheckContext } from '../../check/check.ts'
import { CheckRequests } from './check-requests.ts'
import { type CheckTarget, type Circumstances, type Trace, UndeclaredNeedError, undeclared } from './check-run.ts'
import { InconclusiveError, onOneLine } from './inconclusive-error.ts'
import { type Creation, recordCreation, wasRemoved, withoutCredentials } from './undo-file.ts'

export type Context = CheckContext<Record<string, unknown>>

export function createContext(
  checkTarget: CheckTarget,
  circumstances: Circumstances,
): { context: Context; trace: Trace } {
  const { target, made = new Map() } = checkTarget
  const { needs, session } = circumstances
  const trace: Trace = { exchanges: [], differences: [], undo: [], isRestoring: false, stays: [] }
  const requests = new CheckRequests(checkTarget, circumstances, trace)
  const context: Context = {
    call: (operation, ...[input]) => requests.attempt(operation, input),
    attempt: (operation, input) => requests.attempt(operation, input),
    send: (request) => requests.send(request),
    open: (operation, input) => requests.open(operation, input),
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
    removeAfterwards: (id, input = {}) => {
      const undoFile = session ? undefined : target.undoFile
      trace.undo.push(removalOf(checkTarget, requests, { id, input, undoFile, stays: trace.stays }))
    },
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
}

/** Records a thing that a check is about to create, and returns the step that removes it. */
function removalOf(
  { contract, target }: CheckTarget,
  requests: CheckRequests,
  { id, input, undoFile, stays }: { id: string; input: AttemptInput; undoFile: string | undefined; stays: string[] },
): () => Promise<void> {
  const { method, url, headers } = requests.write(id, input)
  const creation: Creation = {
    interface: contract.name,
    method,
    url,
    headers: withoutCredentials(target, headers),
    role: requests.roleOf(input.as),
  }
  const forget = undoFile === undefined ? () => {} : recordCreation(undoFile, creation)
  return async () => {
    const { status } = await requests.attempt(id, input)
    if (wasRemoved(status)) forget()
    else stays.push(`${method} ${url} was answered with ${status}`)
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

function takeOrMake<T>(made: Map<string, Promise<unknown>>, name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(name) as Promise<T> | undefined
  if (known) return known
  const making = make()
  made.set(name, making)
  return making
}
