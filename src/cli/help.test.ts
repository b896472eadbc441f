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

it('docs/guides/command-line.md shows each help, and each flag and argument once; vitest --update writes it', async () => {
  const page = new URL('../../docs/guides/command-line.md', import.meta.url)
  const seen = new Set<string>()
  const blocks = readFileSync(page, 'utf8').split(/^(?=\$ npx rulebound ?.* --help$)/m)
  const shown = await Promise.all(
    blocks.map(async (block) => {
      const [line = '', path] = /^\$ npx rulebound ?(.*) --help$/m.exec(block) ?? []
      if (path === undefined) return block
      const [name = '', mode] = path.split(' ')
      const program = await createProgram(name ? [name] : [])
      const command = program.commands.find((one) => one.name() === name) ?? program
      const found = command.commands.find((one) => one.name() === mode) ?? command
      return { line, rest: block.slice(block.search(/^```$/m)), command: found }
    }),
  )
  const text = shown.map((block) =>
    typeof block === 'string' ? block : `${block.line}\n${helpWithout(block.command, seen)}${block.rest}`,
  )
  const headings = [...text.join('').matchAll(/^\$ npx rulebound (.+) --help$/gm)].map(([, path]) => path)
  expect(names.filter((name) => !headings.includes(name))).toEqual([])
  await expect(text.join('')).toMatchFileSnapshot(fileURLToPath(page))
})

/** The help without arguments and flags that the page has shown; of the flags it lists the names. */
function helpWithout(command: Command, seen: Set<string>): string {
  const help = command.createHelp()
  const args = command.registeredArguments.filter(({ description }) => description && !seen.has(description))
  for (const { description } of args) seen.add(description)
  command.configureHelp({ ...command.configureHelp(), visibleArguments: () => args })
  const repeated = command.options.filter((option) => {
    const key = `${option.flags} ${help.optionDescription(option)}`
    option.hidden ||= seen.has(key)
    seen.add(key)
    return option.hidden
  })
  command.helpOption(seen.has('help') ? false : undefined)
  seen.add('help')
  const [end] = /\n(?:Examples:|Exit codes:)[\s\S]*$/.exec(helpOf(command)) ?? ['']
  const flags = repeated.map(({ long, short }) => long ?? short).join(', ')
  const above = repeated.length > 0 ? `\nFlags as above: ${flags}\n` : ''
  return helpOf(command).replace(end, `${above}${end}`)
}
