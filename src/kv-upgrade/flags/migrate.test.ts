import { expect, it } from 'vitest'
import { migrateCommandLine } from './command-line.ts'
import { addedFlags, changedDefaults, gateFlags, removedFlags, renamedFlags } from './flag-lists.ts'

/** The new command line of a server, without the end of the line. */
const rewrite = (...words: string[]) => migrateCommandLine(words).configuration.trimEnd()
const findingsOf = (flag: string, words: string[]) =>
  migrateCommandLine(words).findings.filter((finding) => finding.flag === flag)
const namesRule = (flag: string, words: string[], rule: string | undefined) =>
  expect(findingsOf(flag, words).flatMap(({ rules }) => rules)).toContain(rule)

for (const { flag, rules } of removedFlags.values()) {
  it(`${rules.join(', ')}: ${flag} is dropped and named`, () => {
    expect(rewrite('kv', `${flag}=x`, '--name=m1')).toBe('kv --name=m1')
    namesRule(flag, [`${flag}=x`], rules[0])
  })
}

for (const { flag, becomes, rules } of renamedFlags.values()) {
  it(`${rules.join(', ')}: ${flag} becomes ${becomes}`, () => {
    expect(becomes).toBe(flag.replace('--experimental-', '--'))
    expect(rewrite(flag, '5', '--name', 'm1')).toBe(`${becomes} 5 --name m1`)
    expect(rewrite(`${flag}=5`)).toBe(`${becomes}=5`)
    expect(rewrite(flag, '--name', 'm1')).toBe(`${becomes} --name m1`)
    expect(findingsOf(flag, [flag])).toMatchObject([{ kind: 'renamed', becomes }])
  })
}

for (const { flag, gate, value, rules } of gateFlags.values()) {
  it(`${rules.join(', ')}: ${flag}=${value} becomes the feature gate ${gate}=${value}`, () => {
    expect(rewrite(`${flag}=${value}`)).toBe(`--feature-gates=${gate}=${value}`)
    expect(rewrite(flag)).toBe(`--feature-gates=${gate}=true`)
    namesRule(flag, [`${flag}=${value}`], rules[0])
    // What the other value becomes is assumed, and said to be.
    expect(rewrite(`${flag}=${!value}`)).toBe(`--feature-gates=${gate}=${!value}`)
    namesRule(flag, [`${flag}=${!value}`], 'KVC-G26')
  })
}

for (const { flag, default: preset, rules } of addedFlags.values()) {
  it(`${rules.join(', ')}: ${flag} of 3.6 stays`, () => {
    const value = flag === '--feature-gates' ? 'LeaseCheckpoint=true' : preset || 'x'
    expect(rewrite(`${flag}=${value}`)).toBe(`${flag}=${value}`)
  })
}

for (const { flag, old, new: next, rules } of changedDefaults.values()) {
  it(`${rules.join(', ')}: a configuration without ${flag} is told of ${old}, ${next} and how to keep the old`, () => {
    expect(rewrite('--name=m1')).toBe('--name=m1')
    const [finding] = findingsOf(flag, ['--name=m1'])
    expect(finding).toMatchObject({ kind: 'default', becomes: `${flag}=${next}` })
    expect(finding?.reason).toContain(`from ${old} to ${next}`)
    expect(finding?.reason).toContain(`set ${flag}=${old}.`)
    expect(findingsOf(flag, [`${flag}=${old}`])).toEqual([])
  })
}
