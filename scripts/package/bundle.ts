import { readFileSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { type BuildFailure, build, type Metafile, type Plugin } from 'esbuild'
import { UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'

/**
 * Bundles sources with the packages that they import, so that an installation brings no further package. Files that entries share become
 * chunks. A module that is loaded late stays in a chunk that is loaded late.
 *
 * @param folder where the files go, with the paths of their sources
 * @param entries sources, relative to the root of the repository
 * @param external packages that a user brings
 * @param oldestNode version of Node.js, such as 22.13.0
 * @returns what the bundler says of its inputs and outputs
 * @throws {UserError} when a file cannot be bundled
 */
export async function bundle(
  folder: string,
  entries: readonly string[],
  external: readonly string[],
  oldestNode: string,
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    outbase: root,
    outdir: folder,
    chunkNames: 'src/chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: `node${oldestNode}`,
    // Names stay: messages contain those of classes.
    minifyWhitespace: true,
    minifySyntax: true,
    // Node.js prints the line of an error that nobody catches.
    lineLimit: 200,
    legalComments: 'none',
    logLevel: 'silent',
    logLimit: 5,
    external: external.flatMap((name) => [name, `${name}/*`]),
    // Node.js warns of its own module, which is deprecated.
    alias: { punycode: 'punycode/punycode.es6.js' },
    plugins: [requiredBuiltins, bundledRequires, smallerForms, unusedPackages],
  }).catch((failure: BuildFailure) => {
    throw new UserError(failure.errors.map(({ location, text }) => `${location?.file ?? 'bundle'}: ${text}`).join('\n'))
  })
  return metafile
}

export function packagesIn({ inputs }: Metafile): string[] {
  const folders = Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

/** The address of the package's folder. Every output lies below `src/`. */
const packageAddress = `import.meta.url.slice(0,import.meta.url.lastIndexOf('/src/')+1)`

/**
 * Lets the bundler see the packages that our sources require late, and keeps the addresses that they compute from their own: the bundler
 * moves their code to other files.
 */
const bundledRequires: Plugin = {
  name: 'bundled-requires',
  setup({ onLoad, onResolve }) {
    const requireFromRoot = createRequire(join(root, 'package.json'))
    const sources = join(root, 'src/')
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(sources)) return undefined
      const address = `(${packageAddress}+${JSON.stringify(relative(root, path).replace(/\.ts$/, '.js'))})`
      const contents = readFileSync(path, 'utf8')
        .replace(/^\s*const require = createRequire\(import\.meta\.url\)$/m, '')
        .replaceAll(/\bcreateRequire\(import\.meta\.url\)\((?=\s*["'])/g, 'require(')
        .replaceAll('import.meta.url', address)
      return { contents, loader: 'ts' }
    })
    onResolve({ filter: /./ }, ({ kind, importer, path }) =>
      kind === 'require-call' && importer.startsWith(sources) ? { path: requireFromRoot.resolve(path) } : undefined,
    )
  },
}

/**
 * Lets CommonJS packages require modules of Node.js. The usual banner, which imports `createRequire` into each file, would break the
 * chunks that clients load in a browser.
 */
const requiredBuiltins: Plugin = {
  name: 'required-builtins',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /./ }, ({ kind, path }) => {
      const name = path.replace(/^node:/, '')
      const isBuiltin = kind === 'require-call' && builtinModules.includes(name) && name !== 'punycode'
      return isBuiltin ? { path: name, namespace: 'builtin' } : undefined
    })
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }))
  },
}

/** Files of packages in place of larger ones, or of ones that a bundler cannot read. */
const smallerForms: Plugin = {
  name: 'smaller-forms',
  setup({ onResolve, resolve }) {
    const forms = {
      // The CommonJS form hides its `require` calls from a bundler.
      'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    }
    for (const [name, form] of Object.entries(forms))
      onResolve({ filter: new RegExp(`^${name}$`) }, ({ importer, kind, resolveDir }) =>
        resolve(form, { importer, kind, resolveDir }),
      )
  },
}

/** What Redocly imports for documents that no command here reads: GraphQL's. A use of it throws. */
const unusedPackages: Plugin = {
  name: 'unused-packages',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^graphql(\/|$)/ }, ({ path }) => ({ path, namespace: 'unused' }))
    onLoad({ filter: /./, namespace: 'unused' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => name === '__esModule' ? false : () => { throw new Error(${JSON.stringify(`${path} is not part of this package`)}) } })`,
    }))
  },
}
