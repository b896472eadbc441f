import { listInterfaces } from '../interfaces/registry.ts'
import type { Answer } from '../interfaces/slice.ts'
import type { Fallback } from '../mock/gateway.ts'
import { homePage } from './home-page.ts'
import { referencePage } from './reference-page.ts'
import { hasUpgrade, upgradePage } from './upgrade-page.ts'

/** Serves the documentation: the home page at `/docs/`, each interface's reference below it, the tables of its upgrade where it has one, and `/` leads there. */
export function createDocs(): Fallback {
  const names = listInterfaces().map(({ name }) => name)

  return async (path, { method }) => {
    if (method !== 'GET' && method !== 'HEAD') return undefined
    if (path === '/' || path === '/docs') return redirect('/docs/')
    if (path === '/docs/') return html(homePage(listInterfaces(), names.filter(hasUpgrade)))
    const upgrading = /^\/docs\/([^/]+)\/upgrade$/.exec(path)?.[1]
    if (upgrading && names.includes(upgrading) && hasUpgrade(upgrading)) return html(upgradePage(upgrading))
    const name = /^\/docs\/([^/]+)\/?$/.exec(path)?.[1]
    if (!name || !names.includes(name)) return undefined
    return path.endsWith('/') ? html(await referencePage(name)) : redirect(`${path}/`)
  }
}

function html(body: string): Answer {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
}

function redirect(location: string): Answer {
  return { status: 302, headers: { location }, body: undefined }
}
