import { expect, it } from 'vitest'
import { readCommandLine } from './command-line.ts'
import { readEnvironment } from './environment.ts'
import { addedFlags, changedDefaults, gateFlags, removedFlags, renamedFlags, triedDefaults } from './flag-lists.ts'
import { migrate } from './migrate.ts'
import { readYaml } from './yaml-file.ts'

const rewrite = (...words: string[]) => migrate(readCommandLine(words)).configuration.trimEnd()
const findingsOf = (flag: string, words: string[]) =>
  migrate(readCommandLine(words)).findings.filter((finding) => finding.flag === flag)
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
    // The result for the other value is an assumption, which a finding names.
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
  it(`${rules.join(', ')}: reports ${old} and ${next} for a configuration without ${flag}`, () => {
    expect(rewrite('--name=m1')).toBe('--name=m1')
    const [finding] = findingsOf(flag, ['--name=m1'])
    expect(finding).toMatchObject({ kind: 'default', becomes: `${flag}=${next}` })
    expect(finding?.reason).toContain(`from ${old} to ${next}`)
    expect(findingsOf(flag, [`${flag}=${next}`])).toMatchObject([{ kind: 'kept' }])
  })
}

for (const { flag, value, starts, version, gaps } of triedDefaults.values()) {
  it(`names the old default of ${flag} as ${starts ? 'seen to start' : 'seen not to start'}, under its gap`, () => {
    const [finding] = findingsOf(flag, ['--name=m1'])
    expect(finding?.rules).toEqual(expect.arrayContaining([...gaps]))
    expect(finding?.reason).toContain(
      starts ? `${version} was seen to start with ${flag}=${value}` : `${version} was seen not to start with it`,
    )
  })
}

it.each([
  ['--v2-deprecation=not-yet', /^argument 2: 3\.6\.14 was seen not to start with .* Leave it out once .* \[KVC-G33\]$/],
  ['--discovery-fallback=proxy', /^argument 2: 3\.6\.14 was seen not to start with .* or set `exit`\..* \[KVC-G33\]$/],
])('%s is refused, with what to do', (setting, message) => {
  expect(() => rewrite('--name=m1', setting)).toThrow(message)
  const [flag = '', value = ''] = setting.slice(2).split('=')
  expect(() => migrate(readYaml(`name: m1\n${flag}: ${value}\n`))).toThrow(/^line 2: 3\.6\.14 was seen/)
  const variable = `KV_${flag.toUpperCase().replace('-', '_')}=${value}`
  expect(() => migrate(readEnvironment(`KV_NAME=m1\n${variable}\n`, 'KV_'))).toThrow(/^line 2: 3\.6\.14 was seen/)
})
