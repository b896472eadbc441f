import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { callCommand } from './call-command.fixture.ts'

/** Types the lines on a terminal, each with a tab, and prints what stands there then. */
const zsh = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= RPS1=; autoload -Uz compinit && compinit -u -D; source $1; show() { print -r -- \\"[[\\$BUFFER]]\\"; BUFFER=; }; zle -N show; bindkey '^X' show; print RE''ADY"
zpty -r shell out '*READY*'
shift
for line in "$@"; do
  zpty -n -w shell "$line"$'\\t\\x18'
  zpty -r shell out '*\\]\\]*'
  print -r -- "\${\${\${out##*\\[\\[}%%\\]\\]*}##* }"
done
zpty -d shell
`

/** What each shell offers for a line: a word on each line of text. */
const shells: Readonly<Record<string, (script: string, line: string) => string>> = {
  bash(script, line) {
    const words = line.split(' ')
    const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _rulebound; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', `${script}\n${call}`], { encoding: 'utf8', cwd: temporaryFolder() })
  },
  zsh(script, line) {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'script'), script)
    writeFileSync(join(folder, 'try'), zsh)
    const words = ['-f', join(folder, 'try'), join(folder, 'script'), line]
    return execFileSync('zsh', words, { encoding: 'utf8', cwd: temporaryFolder() })
  },
  fish(script, line) {
    const call = `${script}\ncomplete -C ${JSON.stringify(line)}`
    return execFileSync('fish', ['--no-config', '-c', call], { encoding: 'utf8', cwd: temporaryFolder() })
  },
}

describe.each(Object.entries(shells))('%s', (shell, complete) => {
  const missing = spawnSync(shell, ['--version']).error ? `: ${shell} is not installed` : ''
  it.skipIf(missing).each([
    ['rulebound ver', 'verify'],
    ['rulebound verify pl', 'plan'],
    ['rulebound verify plan --tar', '--target'],
    ['rulebound mock ./petstore.yaml --log js', 'json'],
    ['rulebound verify orders --allow rev', 'reversible'],
  ])(`completes %j${missing}`, async (line, expected) => {
    const { stdout: script, code } = await callCommand(['completion', shell])
    expect(code).toBe(0)
    const offered = complete(script, line)
    expect(
      offered
        .trim()
        .split('\n')
        .map((one) => one.split('\t')[0]),
    ).toEqual([expected])
  })

  it.skipIf(missing)(`offers no flag of a command to its mode${missing}`, async () => {
    const { stdout: script } = await callCommand(['completion', shell])
    expect(complete(script, 'rulebound verify --mer')).toContain('--merge')
    expect(complete(script, 'rulebound verify plan --mer')).not.toContain('--merge')
  })
})

it('no other shell is known', async () => {
  const { code, stderr } = await callCommand(['completion', 'fisch'])
  expect([code, stderr]).toEqual([2, "unknown shell 'fisch'; did you mean 'fish'?\n"])
})
