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

/** Files that no request to a mock in memory reaches, which have tests of their own: a storage elsewhere, and Prism's log. */
const unreached = [
  ...['storage/valkey/*', 'session/shared-*', 'storage/sqlite-storage', 'storage/state-file', 'storage/tagged-json'],
  'prism/silent-logger',
]
/** The client and the checks are not part of the mock; the first records and the diagram are data. */
const notMock = ['checks', 'checks/**/*', 'client', 'client-*', 'client/**/*', 'seed', 'state-machine']
const tests = ['**/*.test', '**/*.test-d', '**/*.fixture', '**/*.d']
const without = (folder: string, names: string[]) => [...names, ...tests].map((name) => `!${folder}/${name}.ts`)

const names = listInterfaces().map(({ name }) => name)
const parts: Part[] = [
  ...names
    .filter((name) => name !== 'mock-control')
    .map((name) => {
      const folder = `src/interfaces/${name}`
      const mutate = [`${folder}/**/*.ts`, ...without(folder, notMock)]
      return { name, mutate, checkedInterfaces: [name], hasTests: false }
    }),
  {
    name: 'mock',
    mutate: [
      ...['src/mock/**/*.ts', 'src/redaction/mask-request.ts', 'src/contract/media-type.ts'],
      ...without('src/mock', unreached),
    ],
    checkedInterfaces: names,
    hasTests: true,
  },
]

/** The parts with these names, or single folders, files or lines of them; all parts if no name is given; undefined for an unknown name. */
export function choose(words: string[]): (Part | undefined)[] {
  if (words.length === 0) return parts
  return words.map((word) => {
    const owner = parts.find(({ name }) => word.startsWith(name === 'mock' ? 'src/mock/' : `src/interfaces/${name}/`))
    if (!owner) return parts.find(({ name }) => name === word)
    const left = owner.mutate.filter((pattern) => pattern.startsWith('!'))
    // Also some lines of a file, as `file.ts:10-80`.
    return { ...owner, name: word, mutate: /\.ts(:\d+-\d+)?$/.test(word) ? [word] : [`${word}/**/*.ts`, ...left] }
  })
}

export const partNames: string = parts.map(({ name }) => name).join(', ')
