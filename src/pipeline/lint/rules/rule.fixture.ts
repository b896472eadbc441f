import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Edit, sampleWith } from '../sample.fixture.ts'
import { diagnose } from '../spectral.ts'

export interface RuleTable {
  /** What the rule says of every place, unless the places say it. */
  message?: string
  /** Edits of the sample that the rule accepts, by what they show. */
  accepts: Record<string, Edit[]>
  /** Edits that the rule rejects, behind the diagnostic that it then reports: `file path: message`. In a referenced file, Spectral
   * shortens the path before a key such as `application/problem+json`. */
  rejects: Record<string, [place: string, ...edits: Edit[]]>
}

/** Runs one house rule, as .spectral.yaml configures it, over a table of documents. */
export function describeRule(rule: string, { message, accepts, rejects }: RuleTable): void {
  describe(rule, () => {
    it('accepts the sample', async () => {
      expect(await diagnosticsOf(rule, [])).toEqual([])
    })
    it.each(Object.entries(accepts))('accepts %s', async (_, edits) => {
      expect(await diagnosticsOf(rule, edits)).toEqual([])
    })
    it.each(Object.entries(rejects))('rejects %s', async (_, [place, ...edits]) => {
      expect(await diagnosticsOf(rule, edits)).toEqual([message === undefined ? place : `${place}: ${message}`])
    })
  })
}

async function diagnosticsOf(rule: string, edits: Edit[]): Promise<string[]> {
  const folder = join(await sampleWith(...edits), 'specs/lamps')
  const diagnostics = await diagnose(join(folder, 'openapi.yaml'))
  return diagnostics
    .filter(({ code }) => code === rule)
    .map(
      ({ source, path, message }) =>
        `${[relative(folder, source ?? ''), path.join('.')].join(' ').trimEnd()}: ${message}`,
    )
}
