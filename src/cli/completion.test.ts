import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { callCommand } from './call-command.fixture.ts'

it.each([
  ['rulebound ver', ['verify']],
  ['rulebound verify pl', ['plan']],
  ['rulebound verify plan --t', ['--target', '--timeout']],
  ['rulebound mock ./petstore.yaml --log ', ['json', 'text']],
  ['rulebound verify orders --allow rev', ['reversible']],
])('bash completes %j', async (line, expected) => {
  const { stdout: script, code } = await callCommand(['completion', 'bash'])
  expect(code).toBe(0)
  const words = line.split(' ')
  const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _rulebound; printf '%s\\n' "\${COMPREPLY[@]}"`
  const printed = execFileSync('bash', ['-c', `${script}\n${call}`], { encoding: 'utf8', cwd: temporaryFolder() })
  expect(printed.trim().split('\n').sort()).toEqual(expected)
})

it('completions for zsh and fish have every command and flag, and no other shell is known', async () => {
  const [bash, zsh, fish, other] = [
    await callCommand(['completion', 'bash']),
    await callCommand(['completion', 'zsh']),
    await callCommand(['completion', 'fish']),
    await callCommand(['completion', 'fisch']),
  ]
  expect(zsh.stdout).toContain(bash.stdout)
  expect(fish.stdout).toMatch(
    /^complete -c rulebound -n '__fish_seen_subcommand_from verify; and __fish_seen_subcommand_from plan' -l target -r -d /m,
  )
  expect([other.code, other.stderr]).toEqual([2, "unknown shell 'fisch'; did you mean 'fish'?\n"])
})
