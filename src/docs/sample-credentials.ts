import type { SeededCredential } from '../behaviour/definition.ts'

/**
 * The environment variable that the samples of an interface take their credential from, and its value on the mock; undefined
 * where they need none.
 */
export function sampleCredential(
  name: string,
  credentials: readonly SeededCredential[],
): { variable: string; value: string } | undefined {
  const [header] = Object.values(credentials[0]?.headers ?? {})
  const [, scheme, secret] = /^(?:(Basic|Bearer) )?(.+)$/.exec(header ?? '') ?? []
  if (secret === undefined) return undefined
  const prefix = name.replaceAll('-', '_').toUpperCase()
  return scheme === 'Basic'
    ? { variable: `${prefix}_CREDENTIALS`, value: Buffer.from(secret, 'base64').toString() }
    : { variable: `${prefix}_TOKEN`, value: secret }
}
