import type { Operation } from './operation.ts'

/** Names of what a generated client exports. */
export interface ClientNames {
  /** `createPetsClient`. */
  create: string
  /** `PetsClient`. */
  client: string
  /** By the ID of its operation: `listPets`, or `getPetsByPetId` for one that the document does not name. */
  functions: ReadonlyMap<string, string>
  /** A name that is not taken yet. */
  free(name: string): string
}

/** Words that cannot name a function. */
const reserved = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package private protected public await async arguments eval undefined'.split(
    ' ',
  ),
)

/** What every client may export or use besides its operations. */
const common =
  'call createApiClient operation paginate stream unwrap clientCredentials refreshGrant ApiError HttpError'.split(' ')

/** What names of functions are made of. */
type Named = Pick<Operation, 'id' | 'method' | 'path'>

export function clientNames({
  name,
  operations,
}: {
  name: string
  operations: ReadonlyMap<string, Named>
}): ClientNames {
  const client = `${capitalized(identifierOf(name))}Client`
  const taken = new Set([`create${client}`, client, ...common])
  const free = (wanted: string) => {
    let found = wanted
    for (let index = 2; taken.has(found); index++) found = `${wanted}${index}`
    taken.add(found)
    return found
  }
  const functions = new Map([...operations.values()].map((one) => [one.id, free(functionName(one))]))
  return { create: `create${client}`, client, functions, free }
}

function functionName({ id, method, path }: Named): string {
  const isAddress = id === `${method.toUpperCase()}:${path}`
  return identifierOf(isAddress ? `${method} ${path.replaceAll('{', ' by ').replaceAll('}', '')}` : id)
}

export function identifierOf(text: string): string {
  const [first = '', ...rest] = text.split(/[^A-Za-z0-9$]+/).filter((word) => word !== '')
  const name = [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capitalized)].join('')
  const safe = /^\d/.test(name) || name === '' ? `_${name}` : name
  return reserved.has(safe) ? `${safe}_` : safe
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
