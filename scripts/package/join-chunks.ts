import { dirname, join, relative, resolve } from 'node:path/posix'
import { build, type Metafile } from 'esbuild'

/** Outputs of the bundler by path in the package. */
type Outputs = ReadonlyMap<string, Metafile['outputs'][string]>

/** Where the joined chunks go. */
const joined = 'src/chunks/mock-and-definitions.js'

/**
 * Joins chunks that a mock always loads into one file: the bundler makes a chunk for each set of entries that share a module, and Node.js
 * takes half a millisecond to find, read and link a file. Chunks of entries that work without a mock stay as they are.
 *
 * @param files texts by path in the package
 * @param outputs what the bundler says of the files
 * @param isOfMock tells whether only a process with a mock loads an entry
 * @param starts entries whose chunks are joined, all of them `isOfMock`
 */
export async function joinChunks(
  files: ReadonlyMap<string, string>,
  outputs: Outputs,
  isOfMock: (entry: string) => boolean,
  starts: (entry: string) => boolean,
): Promise<Map<string, string>> {
  const reachedFrom = (choose: (entry: string) => boolean) => {
    const reached = new Set<string>()
    for (const [file, { entryPoint }] of outputs) if (entryPoint && choose(entryPoint)) reach(outputs, file, reached)
    return reached
  }
  const kept = reachedFrom((entry) => !isOfMock(entry))
  const chunks = [...reachedFrom(starts)].filter(
    (file) => !kept.has(file) && outputs.get(file)?.entryPoint === undefined,
  )
  const nameOf = (file: string, name: string) => `${name}_${chunks.indexOf(file)}`
  const exported = chunks.map((file) => {
    const names = outputs.get(file)?.exports.map((name) => `${name} as ${nameOf(file, name)}`) ?? []
    return `export {${names}} from './${file}'`
  })
  const { outputFiles } = await build({
    stdin: { contents: exported.join('\n'), resolveDir: '/' },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    minify: true,
    lineLimit: 200,
    legalComments: 'none',
    plugins: [
      {
        name: 'chunks',
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
            const file = resolve(resolveDir, path)
            if (chunks.includes(file.slice(1))) return { path: file, namespace: 'chunks' }
            return { path: `./${relative(`/${dirname(joined)}`, file)}`, external: true }
          })
          onLoad({ filter: /./, namespace: 'chunks' }, ({ path }) => ({
            contents: files.get(path.slice(1)) ?? '',
            resolveDir: dirname(path),
          }))
        },
      },
    ],
  })
  const others = [...files]
    .filter(([file]) => !chunks.includes(file))
    .map(([file, text]) => [file, importJoined(file, text)] as const)
  return new Map([...others, [joined, outputFiles[0]?.text ?? '']])

  /** Lets a file import from the joined chunks. */
  function importJoined(file: string, text: string): string {
    return text.replaceAll(
      /import\s*(?:\{([^}]*)\}\s*from\s*)?"(\.[^"]*)"/g,
      (whole, names: string | undefined, path: string) => {
        const target = join(dirname(file), path)
        if (!chunks.includes(target)) return whole
        const imported = names?.split(',').map((each) => {
          const [name = '', local = name] = each.trim().split(/\s+as\s+/)
          return `${nameOf(target, name)} as ${local}`
        })
        const to = relative(dirname(file), joined)
        return `import${imported ? `{${imported}}from` : ''}"${to.startsWith('.') ? to : `./${to}`}"`
      },
    )
  }
}

/** Adds a file and everything that it imports at once. */
function reach(outputs: Outputs, file: string, reached: Set<string>): void {
  if (reached.has(file)) return
  reached.add(file)
  for (const { path, kind } of outputs.get(file)?.imports ?? [])
    if (kind === 'import-statement' && outputs.has(path)) reach(outputs, path, reached)
}
