import type { AttemptInput, RawRequest, Reply } from '../../../check/check.ts'
import { becomes, type Context, servedInterface } from './session.ts'

/** Sends a request: `GET /orders?limit=1`. */
export type Caller = (request: string, options?: Pick<RawRequest, 'body' | 'headers'>) => Promise<Reply>

/** Calls an interface that the mock serves, in a session. */
export async function callerOf(t: Context, name: string, session: string, base?: string): Promise<Caller> {
  const { baseUrls, credentials } = await servedInterface(t, name, base)
  const [baseUrl = ''] = baseUrls
  const headers = { ...credentials[0]?.headers, 'x-mock-session': session }
  return (request, options) => {
    const [method = '', target = ''] = request.split(' ')
    return callAt(t, baseUrl, headers, { method, target, ...options })
  }
}

/** @param headers sent beside those of the request */
export function callAt(
  t: Context,
  base: string,
  headers: Readonly<Record<string, string>>,
  request: Omit<RawRequest, 'base' | 'as'>,
): Promise<Reply> {
  const json: Record<string, string> = request.body === undefined ? {} : { 'content-type': 'application/json' }
  return t.send({
    ...request,
    base,
    as: null,
    headers: { accept: 'application/json', ...json, ...headers, ...request.headers },
  })
}

export interface Orders {
  call: Caller
  /** Statuses of so many lists of orders, one after another. */
  statuses(count: number): Promise<number[]>
  get(token: string): Promise<Reply<OrderBody>>
  update(token: string, body: object): Promise<Reply>
}

interface OrderBody {
  token: string
  status: string
  trackingNumber?: string
}

/** Calls the order API in a session. */
export async function ordersOf(t: Context, session: string, base?: string): Promise<Orders> {
  const call = await callerOf(t, 'orders', session, base)
  return {
    call,
    async statuses(count) {
      const found: number[] = []
      while (found.length < count) found.push((await call('GET /orders?limit=1')).status)
      return found
    },
    get: (token) => call(`GET /orders/${token}`) as Promise<Reply<OrderBody>>,
    update: (token, body) => call(`PUT /orders/${token}`, { body: JSON.stringify(body) }),
  }
}

/** Health of the secrets service in a session: 503 where it is sealed. */
export async function healthOf(t: Context, session: string): Promise<number> {
  const call = await callerOf(t, 'secrets', session)
  return (await call('GET /v1/sys/health')).status
}

/** Token of a seeded order, the first one unless another is asked for. */
export async function anOrder(t: Context, which: (path: string) => boolean = () => true): Promise<string> {
  const { records } = await servedInterface(t, 'orders')
  return records.find(({ path = '' }) => which(path))?.key ?? t.inconclusive('needs a mock that has seeded orders')
}

/** A request that has been sent, and whether it has come to an end. */
export interface PendingRequest {
  isOver(): boolean
  reply: Promise<Reply | Error>
}

/** Sends a request that a latency holds back, and waits until the mock has it. */
export async function hold(
  t: Context,
  session: string,
  sending: Promise<Reply>,
  { base, already = 0 }: { base?: string; already?: number } = {},
): Promise<PendingRequest> {
  let over = false
  const reply = sending
    .catch((error: Error) => error)
    .finally(() => {
      over = true
    })
  const input: AttemptInput = { path: { session }, ...(base === undefined ? {} : { base }) }
  await becomes(async () => over || (await t.attempt('getSession', input)).body.requestsUnderWay > already)
  return { isOver: () => over, reply }
}

/** How a request ended that was not answered in whole. */
export function howItEnded(sending: Promise<Reply>): Promise<'answered' | 'no answer' | 'cut short'> {
  return sending.then(
    () => 'answered' as const,
    ({ message }: Error) => (message.includes('ended before its answer was whole') ? 'cut short' : 'no answer'),
  )
}
