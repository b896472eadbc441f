import leven from 'leven'
import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'

/**
 * The end of a message about a path that leads to no operation: what is wrong with the path, and the operation that was probably meant. It
 * has only names of the document, and is empty when no operation is near.
 *
 * @param path below the interface's name
 * @param base the part before the path: `/orders`, or nothing on the interface's own port
 */
export function nearestOperation(contract: Contract, method: string, path: string, base: string): string {
  for (const [candidate, reason] of corrections(contract, path, base)) {
    const found = findOperation(contract, method, candidate, base)
    if (found !== undefined) return `; ${reason}did you mean ${found}?`
  }
  const similar = mostSimilar(contract, method, path)
  return similar ? `; did you mean ${addressOf(similar, base)}?` : ''
}

/** The operation at a path, by method and template: the one with this method, or else the first one of the path. */
export function findOperation(
  contract: Contract,
  method: string,
  path: string,
  base: string = `/${contract.prefix}`,
): string | undefined {
  const match = contract.match(method, path)
  // OPTIONS may be the first method of a path, and is no operation.
  const others = match.kind === 'method-not-allowed' ? match.allow : []
  for (const one of [method, ...others]) {
    const found = contract.match(one, path)
    if (found.kind === 'operation') return addressOf(found.operation, base)
  }
  return undefined
}

function addressOf({ method, template }: Operation, base: string): string {
  return `${method.toUpperCase()} ${base}${template}`
}

/** Corrected paths, each with the segments that were added or removed. */
function* corrections({ mounts }: Contract, path: string, base: string): Generator<[string, string]> {
  if (path.endsWith('/')) yield [path.replace(/\/+$/, ''), 'there is no slash at the end: ']
  else yield [`${path}/`, 'a slash at the end is missing: ']
  for (const mount of mounts) {
    const reason = `the base path is ${base}${mount}: `
    const segments = mount.split('/').slice(1)
    for (let kept = segments.length - 1; kept >= 0; kept--) {
      const start = segments
        .slice(0, kept)
        .map((segment) => `/${segment}`)
        .join('')
      if (!path.startsWith(`${start}/`)) continue
      const rest = path.slice(start.length)
      yield [mount + rest, reason]
      yield [mount + rest.replace(/\/[^/]+/, ''), reason]
    }
  }
}

/** The operation whose template has the same number of segments and differs in few letters; operations with the same method come first. */
function mostSimilar({ operations }: Contract, method: string, path: string): Operation | undefined {
  const segments = path.split('/')
  let nearest: Operation | undefined
  let minDistance = Math.max(2, Math.floor(path.length / 5)) + 1
  for (const operation of operations.values()) {
    const template = operation.template.split('/')
    if (template.length !== segments.length) continue
    const letters = template.map((segment, at) => (segment.startsWith('{') ? 0 : leven(segment, segments[at] ?? '')))
    const distance = letters.reduce((sum, one) => sum + one, operation.method.toUpperCase() === method ? 0 : 0.5)
    if (distance < minDistance) [nearest, minDistance] = [operation, distance]
  }
  return nearest
}
