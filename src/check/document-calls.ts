import type { InterfaceChecks, Role, Sample } from './check.ts'

/** Calls that an imported document shows by its examples, as `npm run generate` writes them. */
interface DocumentCalls {
  calls: readonly unknown[]
}

/** A call. `resources` replaces values of the path, since only the mock has the records of the examples. */
export interface DocumentCall {
  operation: string
  status: number
  changes: boolean
  path: Record<string, { resource: string; value: unknown }>
  query: Record<string, unknown>
  headers: Record<string, string>
  body?: unknown
}

/**
 * The checks of an interface that has only its document: a sample for each call. The check of each rule is derived from the samples.
 *
 * @param gap the gap of the catalogue behind refusals, which no schema demands of a server
 */
export function checksOfDocument<Operations>(
  document: DocumentCalls,
  { gap, roles }: { gap: string; roles: Readonly<Record<string, Role>> },
): InterfaceChecks<Operations> {
  const calls = document.calls as readonly DocumentCall[]
  const resources = calls.flatMap(({ path }) =>
    Object.entries(path).map(([name, { resource, value }]) => {
      return [resource, { description: `Value of ${name} in ${resource}.`, onMock: String(value) }] as const
    }),
  )
  return {
    roles,
    resources: Object.fromEntries(resources),
    samples: calls.map(sampleOf),
    checks: {},
    fromDocument: { gap },
  }
}

function sampleOf<Operations>({
  operation,
  status,
  changes,
  path,
  query,
  headers,
  body,
}: DocumentCall): Sample<Operations> {
  return {
    operation: operation as keyof Operations & string,
    status,
    needs: {
      resources: Object.values(path).map(({ resource }) => resource),
      ...(changes ? { changes: 'lasting' } : {}),
    },
    input: (t) => ({
      path: Object.fromEntries(Object.entries(path).map(([name, { resource }]) => [name, t.resource(resource)])),
      query,
      headers,
      ...(body === undefined ? {} : { body }),
    }),
  }
}
