import { type Context, expectStatus } from '../session.ts'

export type Records = Record<string, object>

export interface Address {
  session: string
  interface: string
  kind: string
}

export const keysIn = (session: string): Address => ({ session, interface: 'orders', kind: 'api-keys' })
export const ordersIn = (session: string): Address => ({ session, interface: 'orders', kind: 'orders' })

export async function all(t: Context, at: Address): Promise<Records> {
  const body = await expectStatus(
    t.attempt('listRecords', { path: { ...at } }),
    200,
    `status of all records of kind ${at.kind}`,
  )
  return body.records as Records
}

export const get = (t: Context, at: Address, key: string) => t.attempt('getRecord', { path: { ...at, key } })
export const put = (t: Context, at: Address, key: string, body: unknown) =>
  t.attempt('putRecord', { path: { ...at, key }, body })
export const remove = (t: Context, at: Address, key: string) => t.attempt('deleteRecord', { path: { ...at, key } })
