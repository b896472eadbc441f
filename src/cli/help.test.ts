import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from './program.ts'

const names = (await createProgram([])).commands.map((command) => command.name())
const called = await Promise.all(
  names.map(async (name) => (await createProgram([name])).commands.find((command) => command.name() === name)),
)
const commands = called.flatMap((command) => (command ? [command, ...command.commands] : []))

function helpOf(command: Command): string {
  let text = ''
  const print = (part: string) => {
    text += part
  }
  command.configureOutput({ ...command.configureOutput(), writeOut: print }).outputHelp()
  return text
}

describe.each(commands.map((command) => ({ name: command.name(), command })))('the help of $name', ({ command }) => {
  it('describes each part in words that continue its name, and defaults in parentheses', () => {
    const parts = [...command.registeredArguments, ...command.options]
    const descriptions = [command.description(), ...parts.map(({ description }) => description)]
    expect(descriptions.filter((text) => !text || /^[A-Z][a-z]+ |\.$|; default|without one/.test(text))).toEqual([])
  })

  it('describes interfaces as every command does', () => {
    const form = /^names? such as orders(, or OpenAPI documents? such as \.\/openapi\.yaml)?( \(default: .+\))?$/
    for (const argument of command.registeredArguments)
      if (argument.name() === 'interface') expect(argument.description).toMatch(form)
  })

  it('ends with its exit codes', () => {
    const [last = ''] = helpOf(command).trim().split('\n\n').slice(-1)
    if (command.commands.length === 0) expect(last).toMatch(/^Exit codes: 0, .+; [12], .+\.$/s)
  })
})

it('docs/guides/command-line.md shows each help as it is; vitest --update writes it', async () => {
  const page = new URL('../../docs/guides/command-line.md', import.meta.url)
  const program = await createProgram([])
  const shown = readFileSync(page, 'utf8').replaceAll(
    /^\$ npx rulebound ?(.*) --help\n[\s\S]*?(?=^\$ |^```$)/gm,
    (_, path: string) => {
      const names = path.split(' ').filter(Boolean)
      const [first, mode] = names
      const command = called.find((one) => one?.name() === first)
      const found = mode === undefined ? command : command?.commands.find((one) => one.name() === mode)
      return `$ npx ${['rulebound', ...names].join(' ')} --help\n${helpOf(names.length === 0 ? program : (found as Command))}`
    },
  )
  const headings = [...shown.matchAll(/^\$ npx rulebound (.+) --help$/gm)].map(([, path]) => path)
  expect(names.filter((name) => !headings.includes(name))).toEqual([])
  await expect(shown).toMatchFileSnapshot(fileURLToPath(page))
})
