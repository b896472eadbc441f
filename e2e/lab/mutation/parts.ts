import { listInterfaces } from '../../../src/workspace/interfaces.ts'

/** Files that are mutated in one run. */
export interface Part {
  name: string
  /** Patterns of files, relative to the root. */
  mutate: string[]
  /** The interfaces whose checks run against each mutant. */
  checkedInterfaces: string[]
  /** Whether the mock's own tests run too: no rule mentions sockets, or the fast path round Prism. */
  hasTests: boolean
}

/** The name is neither a part nor a file of one. */
export class UnknownPartError extends Error {
  override readonly name = 'UnknownPartError'
}

/** Files that no request to a mock in memory reaches; they have tests of their own. */
const unreached = [
  // Only with sessions on an engine such as Valkey, which not every machine has.
  'storage/valkey/*',
  'session/shared-*',
  // Only with a file for the state.
  'storage/sqlite-storage',
  'storage/state-file',
  'storage/tagged-json',
  // Prism's log, which prints nothing.
  'prism/silent-logger',
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
      ...['**/*.test', '**/*.fixture', ...unreached].map((name) => `!src/mock/${name}.ts`),
    ],
    checkedInterfaces: listInterfaces().map(({ name }) => name),
    hasTests: true,
  },
]

function partOf(name: string): Part {
  const folder = `src/interfaces/${name}`
  // The client and the checks are not part of the mock; the first records and the diagram are data.
  const others = ['checks', 'checks/**/*', 'client', 'client-*', 'client/**/*', 'seed', 'state-machine']
  const tests = ['**/*.test', '**/*.test-d', '**/*.fixture', '**/*.d']
  return {
    name,
    mutate: [`${folder}/**/*.ts`, ...[...others, ...tests].map((other) => `!${folder}/${other}.ts`)],
    checkedInterfaces: [name],
    hasTests: false,
  }
}

/**
 * The parts with these names, or single folders, files or lines of them; all parts if no name is given.
 *
 * @throws {UnknownPartError}
 */
export function choose(asked: string[]): Part[] {
  if (asked.length === 0) return parts
  return asked.map((word) => {
    const named = parts.find(({ name }) => name === word)
    if (named) return named
    const owner = parts.find(({ name }) => word.startsWith(name === 'mock' ? 'src/mock/' : `src/interfaces/${name}/`))
    if (owner) return { ...owner, name: word, mutate: isFile.test(word) ? [word] : filesIn(word, owner) }
    const known = parts.map(({ name }) => name).join(', ')
    throw new UnknownPartError(
      `there is no part '${word}'; known are ${known}, and folders, files and lines (file.ts:10-80) of each`,
    )
  })
}

/** Also some lines of a file, as `file.ts:10-80`. */
const isFile = /\.ts(:\d+-\d+)?$/

function filesIn(folder: string, { mutate }: Part): string[] {
  return [`${folder}/**/*.ts`, ...mutate.filter((pattern) => pattern.startsWith('!'))]
}
