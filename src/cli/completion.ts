import type { Command, Option } from 'commander'
import { suggest } from '../contract/suggest.ts'
import { product } from '../product.ts'
import { shellQuote } from '../redaction/shell-quote.ts'
import { UserError } from '../user-error.ts'
import { defineCommand } from './define-command.ts'

interface CompletedCommand {
  /** `verify plan`; empty for the program. */
  path: string
  modes: readonly Command[]
  options: readonly Option[]
}

/** The command that prints completions of these commands. */
export function completionOf(commands: readonly Command[]): Command {
  const modes = commands.flatMap((command) =>
    [command, ...command.commands].map((one) => {
      const path = one === command ? command.name() : `${command.name()} ${one.name()}`
      return { path, modes: one.commands, options: one.options }
    }),
  )
  const all = [{ path: '', modes: commands, options: [] }, ...modes]
  const scripts: Readonly<Record<string, () => string>> = {
    bash: () => toBash(all),
    zsh: () => `autoload -U +X bashcompinit && bashcompinit\n${toBash(all)}`,
    fish: () => toFish(all),
  }
  return defineCommand('completion', {
    words: { '<shell>': 'bash, zsh or fish' },
    flags: {},
    more: `A line for ~/.bashrc (or ~/.zshrc, with zsh):
  source <(npx ${product} completion bash)
A line for ~/.config/fish/config.fish:
  npx ${product} completion fish | source

Exit codes: 0, the script is printed; 2, it is for no shell that is known.`,
    async run([shell = '']) {
      const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined
      if (!script) throw new UserError(`unknown shell '${shell}'; ${suggest(shell, Object.keys(scripts))}`)
      process.stdout.write(script())
    },
  })
}

function toBash(all: readonly CompletedCommand[]): string {
  const choices = all.flatMap(({ path, options }) =>
    options.flatMap(({ long, argChoices }) =>
      argChoices ? `    ${shellQuote(`${path}:${long}`)}) choices=${shellQuote(argChoices.join(' '))}; files= ;;` : [],
    ),
  )
  const words = all.map(({ path, modes, options }) => {
    const names = [...modes.map((mode) => mode.name()), ...options.map(({ long }) => long)]
    return `    ${shellQuote(path)}) choices=${shellQuote(names.join(' '))} ;;`
  })
  const paths = all.flatMap(({ path }) => (path === '' ? [] : shellQuote(path)))
  // In zsh, `path` and `words` are variables of the shell.
  return `_${product}() {
  local called= word choices= files=1
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "\${called:+$called }$word" in
    ${paths.join('|')}) called="\${called:+$called }$word" ;;
    esac
  done
  case "$called" in
${words.join('\n')}
  esac
  case "$called:\${COMP_WORDS[COMP_CWORD-1]}" in
${choices.join('\n')}
  esac
  local current=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=($(compgen -W "$choices" -- "$current") \${files:+$(compgen -f -- "$current")})
}
complete -o filenames -F _${product} ${product}
`
}

function toFish(all: readonly CompletedCommand[]): string {
  const lines = all.flatMap(({ path, modes, options }) => {
    const seen = path.split(' ').map((name) => `__fish_seen_subcommand_from ${name}`)
    if (modes.length > 0) seen.push(`not __fish_seen_subcommand_from ${modes.map((mode) => mode.name()).join(' ')}`)
    const when = `complete -c ${product} -n ${shellQuote(path === '' ? '__fish_use_subcommand' : seen.join('; and '))}`
    return [
      ...modes.map((mode) => `${when} -a ${mode.name()} -d ${shellQuote(mode.description())}`),
      ...options.map(({ long, required, argChoices, description }) =>
        [
          `${when} -l ${long?.slice(2)}`,
          ...(argChoices ? [`-x -a ${shellQuote(argChoices.join(' '))}`] : required ? ['-r'] : []),
          `-d ${shellQuote(description)}`,
        ].join(' '),
      ),
    ]
  })
  return `${lines.join('\n')}\n`
}
