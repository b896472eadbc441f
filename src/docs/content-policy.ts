const common = {
  'default-src': "'none'",
  // Only the files that the site itself writes may run.
  'script-src': "'self'",
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
