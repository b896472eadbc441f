import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import type { WorkspaceInterface } from '../../workspace/workspace.ts'
import { type MockOptions, startMock } from '../start-mock.ts'

export interface SeenAnswer {
  status: number
  headers: Headers
  /** Parsed if it is JSON. */
  body: unknown
}

export interface ServedDocument {
  document: WorkspaceInterface
  /** The pointers of the parts that are not used, with the reasons. */
  leftOut(): string[]
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<SeenAnswer>
}

/** Serves a document that lies in a file, and calls it below the base URL of its interface. */
export async function serveDocument(parts: object, options: MockOptions = {}): Promise<ServedDocument> {
  const file = join(temporaryFolder(), 'shop.json')
  writeFileSync(file, JSON.stringify({ openapi: '3.0.3', info: { title: 'Shop', version: '1' }, ...parts }))
  const workspace = await openWorkspace({ words: [file], from: dirname(file) })
  const document = workspace.interfaces[0] as WorkspaceInterface
  const faults: string[] = []
  const mock = await startMock({ workspace, onFault: (fault) => void faults.push(fault), ...options })
  onTestFinished(async () => {
    await mock.close()
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  const [base = ''] = mock.interfaces[0]?.baseUrls ?? []
  return {
    document,
    leftOut: () => (document.published?.leftOut ?? []).map(({ pointer, reason }) => `${pointer} ${reason}`),
    async call(method, path, body, headers = {}) {
      const isRaw =
        typeof body === 'string' ||
        body instanceof Uint8Array ||
        body instanceof FormData ||
        body instanceof URLSearchParams
      const sent: RequestInit = body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }
      const type: Record<string, string> = body === undefined || isRaw ? {} : { 'content-type': 'application/json' }
      const answer = await fetch(base + path, { method, ...sent, headers: { ...type, ...headers } })
      const text = await answer.text()
      const isJson = /[/+]json(;|$)/.test(answer.headers.get('content-type') ?? '')
      return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
    },
  }
}

/** Contents in JSON. */
export const json = (schema: object, example?: unknown): object => ({
  'application/json': { schema, ...(example === undefined ? {} : { example }) },
})

/** Responses of one status. */
export const answers = (status: string, schema?: object, example?: unknown): object => ({
  [status]: { description: 'It.', ...(schema && { content: json(schema, example) }) },
})

/** Schemas of which documents are made. */
export const string = { type: 'string' }
export const integer = { type: 'integer' }
export const list = (items: object) => ({ type: 'array', items })
export const object = (properties: object) => ({ type: 'object', properties })
/** An object with all of these members. */
export const record = (properties: object) => ({ ...object(properties), required: Object.keys(properties) })
