import { readFileSync } from 'node:fs'

/** What the command reads from the manifest of the repository or the installed package. */
export function readManifest(): { version: string; engines: { node: string } } {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
}
