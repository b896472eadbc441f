import { createHash } from 'node:crypto'

/** Runs before the first paint, with the colours that the reader has chosen. */
export const themeScript = `{let m,r=document.documentElement;try{m=localStorage.getItem('colour-scheme')}catch{}if(m!=='light'&&m!=='dark')m=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';r.classList.add(m,'js')}`

const common = {
  'default-src': "'none'",
  // Only the scripts that the site itself writes may run.
  'script-src': `'self' ${hashOf(themeScript)}`,
  'style-src': "'self'",
  'img-src': "'self' data:",
  'base-uri': "'none'",
  'form-action': "'none'",
}

/** The policy in each page itself. A page from a disk or from another server calls the mock whose address the reader gives. */
export const policyOfPage: string = write({ ...common, 'connect-src': "'self' http: https:" })

/** The header of every file that the mock serves. Its pages call the mock that serves them. A browser takes the last part from a header only. */
export const policyOfAnswer: string = write({ ...common, 'connect-src': "'self'", 'frame-ancestors': "'none'" })

function write(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}
