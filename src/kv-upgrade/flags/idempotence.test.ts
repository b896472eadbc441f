import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Drawn, drawnSettings } from './drawn-settings.fixture.ts'
import { featureGates, gateFlags, removedFlags, renamedFlags } from './flag-lists.ts'
import { type Form, forms } from './forms.fixture.ts'
import { migrate } from './migrate.ts'
import type { Setting } from './setting.ts'

const [anySettings, newSettings] = [drawnSettings('3.5 or 3.6'), drawnSettings('3.6')]

it.each(forms)('$name: migrating twice is migrating once, and no value is lost', (form: Form) => {
  fc.assert(
    fc.property(anySettings, fc.infiniteStream(fc.nat(99)), (drawn: Drawn[], style) => {
      const before = form.write(drawn, style)
      const once = migrate(form.read(before)).configuration
      expect(migrate(form.read(once))).toMatchObject({ configuration: once, changed: false })
      const [was, is] = [form.read(before).settings, form.read(once).settings]
      expect(is.map(({ flag }) => flag).filter((flag) => !isNew(flag))).toEqual([])
      expect(valuesOf(is)).toEqual(valuesOf(was))
      expect(gatesOf(is)).toEqual(gatesOf(was))
      for (const comment of form.comments(before)) expect(once).toContain(comment)
    }),
    { numRuns: 500 },
  )
})

it.each(forms)('$name: a 3.6 configuration comes back to the byte', (form: Form) => {
  fc.assert(
    fc.property(newSettings, fc.infiniteStream(fc.nat(99)), (drawn: Drawn[], style) => {
      const before = form.write(drawn, style)
      expect(migrate(form.read(before))).toMatchObject({ configuration: before, changed: false })
    }),
    { numRuns: 500 },
  )
})

function isNew(flag: string): boolean {
  return !removedFlags.has(flag) && !renamedFlags.has(flag) && !gateFlags.has(flag)
}

/** Settings that are neither dropped nor gates, by their name in 3.6. */
function valuesOf(settings: readonly Setting[]): unknown[] {
  return settings
    .filter(({ flag }) => flag !== featureGates && !removedFlags.has(flag) && !gateFlags.has(flag))
    .map(({ flag, value }) => [renamedFlags.get(flag)?.becomes ?? flag, value])
}

function gatesOf(settings: readonly Setting[]): string[] {
  const gates = settings.flatMap(({ flag, value = 'true' }) => {
    const gate = gateFlags.get(flag)?.gate
    if (gate) return [`${gate}=${value}`]
    return flag === featureGates ? value.split(',') : []
  })
  return [...new Set(gates)].sort()
}
