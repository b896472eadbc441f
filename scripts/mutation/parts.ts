import { listInterfaces } from '../../src/contract/registry.ts'

/** What is mutated in one go, and whose checks judge it. */
export interface Part {
  name: string
  /** Patterns of files, from the root. */
  mutate: string[]
  /** Interfaces. */
  judges: string[]
  /** Much of it no rule speaks of (what comes off a socket, how Prism is gone round): it has tests of its own. */
  hasTests: boolean
}

/** No part of this name, and no file of one. */
export class UnknownPartError extends Error {
  override readonly name = 'UnknownPartError'
}

/** What no call of a mock that keeps its state in memory meets; tests of their own judge these. */
const unmet = [
  // Only where the command line names a file that keeps the state.
  'sqlite-storage',
  'state-file',
  // Only where the command line asks for examples alone.
  'examples-only',
  // Prism's own log, which says nothing.
  'silent-logger',
]

const parts: Part[] = [
  ...listInterfaces()
    .filter(({ name }) => name !== 'mock-control')
    .map(({ name }) => partOf(name)),
  {
    name: 'mock',
    mutate: [
      'src/mock/**/*.ts',
      'src/redaction/mask-request.ts',
      'src/contract/media-type.ts',
      ...['*.test', '*.fixture', ...unmet].map((name) => `!src/mock/**/${name}.ts`),
    ],
    judges: listInterfaces().map(({ name }) => name),
    hasTests: true,
  },
]

function partOf(name: string): Part {
  const folder = `src/interfaces/${name}`
  // A client and the checks themselves are no part of the mock; what a world starts with is data.
  const others = [
    '**/*.test',
    '**/*.fixture',
    'checks',
    'checks/**/*',
    'client',
    'client/**/*',
    '**/*.d',
    'seed',
    'state-machine',
  ]
  return {
    name,
    mutate: [`${folder}/**/*.ts`, ...others.map((other) => `!${folder}/${other}.ts`)],
    judges: [name],
    hasTests: false,
  }
}

/**
 * The parts by their names, or files of them; all when nothing is asked for.
 *
 * @throws {UnknownPartError}
 */
export function choose(asked: string[]): Part[] {
  if (asked.length === 0) return parts
  return asked.map((word) => {
    const named = parts.find(({ name }) => name === word)
    if (named) return named
    const owner = parts.find(({ name }) => word.startsWith(name === 'mock' ? 'src/mock/' : `src/interfaces/${name}/`))
    if (owner) return { ...owner, name: word, mutate: [word] }
    const known = parts.map(({ name }) => name).join(', ')
    throw new UnknownPartError(`there is no part '${word}'; known are ${known}, and the files of each`)
  })
}
