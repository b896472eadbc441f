import { createHash } from 'node:crypto'
import { themeScript } from '../layout.ts'
import type { Content } from '../page.ts'

/** The `Content-Security-Policy` of a file of the site. Only the scripts that the site itself writes may run. */
export function policyOf(path: string, content: Content): string {
  const directives = { ...strict, ...exceptionsFor(path, content) }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

const strict = {
  'default-src': "'none'",
  'script-src': `'self' ${hashOf(themeScript)}`,
  'style-src': "'self'",
  'img-src': "'self' data:",
  // The page of an operation calls the mock that serves it.
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

function exceptionsFor(path: string, content: Content): Partial<Record<string, string>> {
  if (path.endsWith('/reference/')) {
    // Redoc writes styles and a font into the page. The last script, which carries the document, differs from page to page.
    const start = String(content).slice(String(content).lastIndexOf('<script>') + '<script>'.length)
    const script = start.slice(0, start.indexOf('</script>'))
    return {
      'script-src': `${strict['script-src']} ${hashOf(script)}`,
      'style-src': "'self' 'unsafe-inline'",
      'font-src': 'data:',
    }
  }
  return {}
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
