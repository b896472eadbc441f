import { styleText } from 'node:util'

/** Colours and weights by their meaning. */
export type Style = 'bad' | 'odd' | 'good' | 'faint' | 'strong'

export type Paint = (style: Style, text: string) => string

const formats = { bad: 'red', odd: 'yellow', good: 'green', faint: 'dim', strong: 'bold' } as const

export const inColour: Paint = (style, text) => styleText(formats[style], text, { validateStream: false })

export const plain: Paint = (_, text) => text

/** Colour for a terminal, unless `NO_COLOR` or `FORCE_COLOR` decides. */
export function choosePaint(output: { isTTY?: boolean | undefined }, env: NodeJS.ProcessEnv): Paint {
  if (env.NO_COLOR) return plain
  if (env.FORCE_COLOR) return env.FORCE_COLOR === '0' ? plain : inColour
  return output.isTTY ? inColour : plain
}
