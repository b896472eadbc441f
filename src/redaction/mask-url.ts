import { hidden, maskText, soundsSecret } from './secrecy.ts'

/** The parts of an operation that say which segments and parameters of a URL are secret. */
export interface MaskedOperation {
  /** Template: `/users/{userId}`. */
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly node: { readonly 'x-not-secret'?: boolean } }[]
}

/** A URL as a report shows it: without user information and fragment, and without what sounds like a credential. */
export function maskUrl(url: URL, operation?: MaskedOperation): string {
  const harmless = new Set(operation?.parameters.filter(({ node }) => node['x-not-secret']).map(({ name }) => name))
  const isSecret = (name: string) => soundsSecret(name) && !harmless.has(name)
  return url.origin + maskPath(url.pathname, operation, isSecret) + maskQuery(url.search, isSecret)
}

function maskPath(path: string, operation: MaskedOperation | undefined, isSecret: (name: string) => boolean): string {
  if (!operation) return maskText(path)
  // Aligned at the end, since what stands before the template depends on where the interface is served.
  const template = operation.path.split('/')
  const segments = path.split('/')
  const shift = segments.length - template.length
  return segments
    .map((segment, index) => {
      const name = /^\{(.+)\}$/.exec(template[index - shift] ?? '')?.[1]
      return name !== undefined && isSecret(name) ? hidden : maskText(segment)
    })
    .join('/')
}

function maskQuery(search: string, isSecret: (name: string) => boolean): string {
  if (search === '') return ''
  return search.replace(/([?&])([^=&]*)=([^&]*)/g, (_, separator: string, name: string, value: string) =>
    [separator, name, '=', isSecret(decoded(name)) ? hidden : maskText(value)].join(''),
  )
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
