import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { posix } from 'node:path'

const require = createRequire(import.meta.url)

/** Packages whose declarations are part of ours, and the file that has them. */
const included: Readonly<Record<string, string>> = {
  'openapi-fetch': 'types/openapi-fetch.d.ts',
  'openapi-typescript-helpers': 'types/openapi-typescript-helpers.d.ts',
}

/** Types of bundled packages that our declarations mention and no caller touches. */
const opaque = /^import type \{ (\w+) \} from '@stoplight\/types';?$/gm

/** Makes declarations independent of all packages but the optional peers, and adds the declarations that they need. */
export function selfContained(emitted: ReadonlyMap<string, string>): Map<string, string> {
  const own = [...emitted].map(([file, text]) =>
    file.endsWith('.d.ts') ? ([file, rewrite(file, text)] as const) : ([file, text] as const),
  )
  const others = Object.entries(included).map(([name, file]) => [file, rewrite(file, declarationsOf(name))] as const)
  return new Map([...own, ...others])
}

function declarationsOf(name: string): string {
  // The package's entry is the script beside the declarations.
  return readFileSync(require.resolve(name).replace(/\.[cm]?js$/, '.d.ts'), 'utf8')
}

function rewrite(file: string, text: string): string {
  return text
    .replace(opaque, 'type $1 = unknown;')
    .replace(/(from ['"])([^'".][^'"]*)(?=['"])/g, (whole, from, name) => {
      const target = included[name]
      if (target === undefined) return whole
      const path = posix.relative(posix.dirname(file), target).replace(/\.d\.ts$/, '.js')
      return from + (path.startsWith('.') ? path : `./${path}`)
    })
}
