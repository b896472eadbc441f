import { spawnSync } from 'node:child_process'
import { root } from '../../src/workspace/root.ts'

// Prints the lines of .ts and .js by room: product, tests and checks, and how many more there are than on main.

const kinds = ['product', 'tests', 'checks'] as const
type Weight = Record<(typeof kinds)[number], number>

function linesOf(revision?: string): Map<string, number> {
  const where = revision === undefined ? ['--untracked', ''] : ['', revision]
  const args = ['grep', '--count', ...where, '--', ...['src', 'scripts', 'e2e', 'examples'].flatMap(sources)]
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const found = stdout.matchAll(/^(?:[^:\n]+:)??([^:\n]+):(\d+)$/gm)
  return new Map(Array.from(found, ([, file = '', lines]) => [file, Number(lines)]))
}

function sources(folder: string): string[] {
  return [`${folder}/*.ts`, `${folder}/*.js`]
}

function weigh(lines: Map<string, number>): Map<string, Weight> {
  const rooms = new Map<string, Weight>()
  for (const [file, count] of lines) {
    const kind = kindOf(file)
    for (const room of [/^(src\/[^/.]+|\w+)/.exec(file)?.[0] ?? '', 'all']) {
      const weight = rooms.get(room) ?? { product: 0, tests: 0, checks: 0 }
      rooms.set(room, { ...weight, [kind]: weight[kind] + count })
    }
  }
  return rooms
}

/** Nothing in e2e/ and examples/ ships: it tries the product, measures it, or shows its use. */
function kindOf(file: string): keyof Weight {
  if (/^(e2e|examples)\/|\.(test|test-d|fixture|suite)\.ts$/.test(file)) return 'tests'
  return /^src\/interfaces\/[^/]+\/checks(\.ts|\/)/.test(file) ? 'checks' : 'product'
}

const [here, main] = [weigh(linesOf()), weigh(linesOf('main'))]
console.log(['lines of'.padEnd(22), ...kinds.map((kind) => kind.padStart(17))].join(''))
for (const [room, weight] of [...here].sort(([one], [other]) => (one < other ? 1 : -1)).reverse()) {
  const cells = kinds.map((kind) => {
    const more = main.size === 0 ? 0 : weight[kind] - (main.get(room)?.[kind] ?? 0)
    return `${weight[kind]}${more === 0 ? '' : ` (${more > 0 ? '+' : ''}${more})`}`.padStart(17)
  })
  console.log([room.padEnd(22), ...cells].join(''))
}
