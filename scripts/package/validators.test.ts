import { describe, expect, it, vi } from 'vitest'
import type { RuntimeOperation } from '../../src/contract/runtime.ts'
import { dateTime } from '../../src/mock/request/ajv-instance.ts'
import { listInterfaces, loadRuntime } from '../../src/workspace/interfaces.ts'
import { writeValidators } from './validators.ts'

const files = writeValidators()
const missing: string[] = []
// Equal schemas are compiled once in a module, so each side has modules of its own.
vi.resetModules()
vi.doMock('../../src/mock/request/written-validators.ts', () => ({
  loadValidator(key: string) {
    const written = loadWritten(key)
    if (!written) missing.push(key)
    return written
  },
}))
const { compileOperation: withWritten } = await import('../../src/mock/operation.ts')
vi.doUnmock('../../src/mock/request/written-validators.ts')
vi.resetModules()
const { compileOperation: withCompiled } = await import('../../src/mock/operation.ts')

const operations = listInterfaces().flatMap(({ name }) =>
  loadRuntime(name).operations.map((operation) => ({ name, operation })),
)

/** Loads a file as `written-validators.ts` does. */
function loadWritten(key: string) {
  const module: { exports?: (load: (part: string) => unknown) => (value: unknown) => unknown } = {}
  new Function('module', files.get(`generated/validators/${key}.cjs`) ?? '')(module)
  return module.exports?.((part) => parts[part])
}

const formats = await import('ajv-formats/dist/formats.js')
const parts: Record<string, unknown> = {
  formats: { ...formats.fullFormats, 'date-time': dateTime },
  'ajv/dist/runtime/equal': await import('ajv/dist/runtime/equal.js'),
  'ajv/dist/runtime/ucs2length': await import('ajv/dist/runtime/ucs2length.js'),
}

/** What an operation reads from parameters, and its verdicts on the examples of its bodies and on values near them. */
function verdicts(operation: RuntimeOperation, compile: typeof withWritten): unknown[] {
  const { http } = operation
  const compiled = compile(operation)
  const sent = Object.fromEntries(
    Object.values(http.request ?? {})
      .flat()
      .map((one) => [String(Object(one).name), '0']),
  )
  return [
    ...[compiled.path, compiled.query, compiled.header].map(({ read }) => read(sent)),
    ...(http.request?.body?.contents ?? []).flatMap(({ mediaType, examples }) =>
      near(examples).map((body) => compiled.acceptsBody(body, mediaType)),
    ),
    ...http.responses.flatMap(({ code, contents = [] }) =>
      contents.flatMap(({ mediaType, examples }) =>
        near(examples).map((body) =>
          compiled.acceptsResponse({ status: Number(code), headers: { 'content-type': mediaType }, body }),
        ),
      ),
    ),
  ]
}

/** Examples, each also without one of its members, and with one of another type. */
function near(examples: readonly object[] = []): unknown[] {
  return [
    ...examples.flatMap((example) => {
      const { value } = example as { value?: unknown }
      if (typeof value !== 'object' || value === null) return [value]
      const members = Object.keys(value)
      return [
        value,
        ...members.map((name) => ({ ...value, [name]: undefined })),
        ...members.map((name) => ({ ...value, [name]: { odd: true } })),
      ]
    }),
    [],
    {},
    'text',
    7,
  ]
}

describe.each(listInterfaces().map(({ name }) => name))('the validators of %s', (name) => {
  it.each(operations.filter((one) => one.name === name).map(({ operation }) => [operation.id, operation] as const))(
    'are written for all that %s validates, and decide as AJV does at run time',
    (_, operation) => {
      missing.length = 0
      const decided = verdicts(operation, withWritten)
      expect(missing).toEqual([])
      expect(verdicts(operation, withCompiled)).toEqual(decided)
      expect(decided).toContain(true)
    },
  )
})
