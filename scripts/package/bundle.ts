import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { type BuildFailure, build, type Metafile, type Plugin } from 'esbuild'
import { UserError } from '../../src/user-error.ts'
import { root } from '../../src/workspace/root.ts'
import { joinChunks } from './join-chunks.ts'

/** Output of the bundler. */
export interface Bundle {
  /** Texts by path in the package. */
  files: Map<string, string>
  /** Folders of the packages that the files hold, relative to the root of the repository. */
  packages: string[]
  metafile: Metafile
}

/**
 * Bundles compiled files with the packages that they import, so that an installation brings no further package. Files that entries share
 * become chunks. A module that is loaded late stays in a chunk that is loaded late.
 *
 * @param folder holds the compiled files; inside the repository, so that packages are found
 * @param entries paths in the folder
 * @param external packages that a user brings
 * @param oldestNode version of Node.js, such as 22.13.0
 * @throws {UserError} when a file cannot be bundled
 */
export async function bundle(
  folder: string,
  entries: readonly string[],
  external: readonly string[],
  oldestNode: string,
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((entry) => join(folder, entry)),
    outbase: folder,
    outdir: folder,
    chunkNames: 'src/chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: `node${oldestNode}`,
    minify: true,
    // Node.js prints the line of an error that nobody catches.
    lineLimit: 200,
    // Names are in error messages: `HttpError`, `ConnectionError`.
    keepNames: true,
    legalComments: 'none',
    logLevel: 'silent',
    logLimit: 5,
    external: external.flatMap((name) => [name, `${name}/*`]),
    // Node.js warns of its own module, which is deprecated.
    alias: { punycode: 'punycode/punycode.es6.js' },
    plugins: [bundledRequires(folder), englishAlone, readableJsonc],
  }).catch((failure: BuildFailure) => {
    throw new UserError(failure.errors.map(({ location, text }) => `${location?.file ?? 'bundle'}: ${text}`).join('\n'))
  })
  const files = outputFiles.map(({ path, text }) => {
    const file = relative(folder, path)
    return [
      file,
      text.startsWith('#!') ? text.replace('\n', `\n${preambleOf(file, text)}`) : preambleOf(file, text) + text,
    ] as const
  })
  const inPackage = (path: string) => relative(folder, join(root, path))
  const outputs = Object.entries(metafile.outputs).map(([path, output]) => {
    const imports = output.imports.map((each) => (each.external ? each : { ...each, path: inPackage(each.path) }))
    return [inPackage(path), { ...output, imports }] as const
  })
  return {
    files: await joinChunks(new Map(files), new Map(outputs), isOfMock, isStart),
    packages: packagesIn(metafile),
    metafile,
  }
}

/** Entries that only a process with a mock loads. */
const ofMock =
  /\/src\/(?:mock|verify)\/|\/interfaces\/[^/]+\/(?:definition|checks|state-machine)\.js$|\/testing\/(?:testing|vitest|msw)\.js$|\/cli\/(?:mock\/serve|verify|proxy)\.js$/
const isOfMock = (entry: string) => ofMock.test(entry)

/** Entries that each start of a mock loads. */
const isStart = (entry: string) => /\/cli\/mock\/serve\.js$|\/definition\.js$/.test(entry)

/** Variable that holds the URL of the package's root. A bundled module cannot use its own address, because bundling moves it. */
const packageRoot = '__packageRoot'

function preambleOf(file: string, text: string): string {
  const up = '../'.repeat(file.split('/').length - 1) || './'
  return [
    text.includes(packageRoot) ? `const ${packageRoot}=new URL(${JSON.stringify(up)},import.meta.url);` : '',
    // CommonJS packages require modules of Node.
    /\brequire\b/.test(text)
      ? 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);'
      : '',
  ].join('')
}

/** Lets the bundler see the packages that our files require late, and makes the addresses of their data files right. */
function bundledRequires(folder: string): Plugin {
  const asPrism = createRequire(createRequire(join(root, 'package.json')).resolve('@stoplight/prism-http'))
  const sources = join(folder, 'src/')
  return {
    name: 'bundled-requires',
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(sources)) return undefined
        // The bundler replaces every call of it.
        if (path.endsWith('/required-as-prism.js')) return { contents: 'export const requireAsPrism = undefined' }
        const place = JSON.stringify(relative(folder, path))
        const contents = withLightImports(path, readFileSync(path, 'utf8'))
          .replace(/^\s*const require = createRequire\(import\.meta\.url\);?$/m, '')
          .replaceAll(/\b(requireAsPrism|createRequire\(import\.meta\.url\))\((?=\s*["'])/g, 'require(')
          .replaceAll('import.meta.url', `new URL(${place}, ${packageRoot}).href`)
        return { contents, loader: 'js', resolveDir: dirname(path) }
      })
      onLoad({ filter: /\/node_modules\/commander\/.*\.js$/ }, ({ path }) => ({
        contents: withLightImports(path, readFileSync(path, 'utf8')),
      }))
      onResolve({ filter: /./ }, ({ kind, importer, path }) => {
        if (kind !== 'require-call' || !importer.startsWith(sources) || path.startsWith('node:')) return undefined
        return { path: asPrism.resolve(path) }
      })
    },
  }
}

/** Files that old versions of Node.js run too, in order to say that they are too old. */
const runByOldNode = /\/cli\/(?:rulebound|manifest)\.js$/

/**
 * Replaces imports of modules of Node.js. An import reads every export, and a getter among these loads further modules: those of
 * `node:fs` and `node:process` alone take 8 ms of a start.
 */
function withLightImports(path: string, code: string): string {
  return code.replace(
    /^import (?:(\w+)|\* as (\w+)|(?:(\w+), )?\{ ?([^}]*?) ?\}) from '(node:[\w/]+)';$/gm,
    (_, whole, namespace, withNames, names: string | undefined, module) => {
      const name = whole ?? namespace ?? withNames
      const targets = [name, names && `{ ${names.replaceAll(' as ', ': ')} }`].filter(Boolean)
      const call = `globalThis.process.getBuiltinModule('${module}')`
      const value = runByOldNode.test(path) ? `${call.replace('(', '?.(')} ?? await import('${module}')` : call
      return targets.map((target) => `const ${target} = ${value};`).join(' ')
    },
  )
}

/** Bundles the ESM form of `jsonc-parser`: the CommonJS form hides its `require` calls from a bundler. */
const readableJsonc: Plugin = {
  name: 'readable-jsonc',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^jsonc-parser$/ }, ({ path, importer, kind, resolveDir }) =>
      resolve(`${path}/lib/esm/main.js`, { importer, kind, resolveDir }),
    )
  },
}

/** Prism makes up values in English. The words of the other languages would double the size of the package. */
const englishAlone: Plugin = {
  name: 'english-alone',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@faker-js\/faker$/ }, ({ path, importer, kind, resolveDir }) =>
      resolve(`${path}/locale/en`, { importer, kind, resolveDir }),
    )
  },
}

function packagesIn({ inputs }: Metafile): string[] {
  const folders = Object.keys(inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [])
  return [...new Set(folders)].sort()
}
