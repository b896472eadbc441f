import { styleText } from 'node:util'

/** Colours and weights by what they mean. */
export type Style = 'bad' | 'odd' | 'good' | 'faint' | 'strong'

export type Paint = (style: Style, text: string) => string

const formats = { bad: 'red', odd: 'yellow', good: 'green', faint: 'dim', strong: 'bold' } as const

export const inColour: Paint = (style, text) => styleText(formats[style], text, { validateStream: false })

export const plain: Paint = (_, text) => text

/** Whether output has colour: `NO_COLOR` and `FORCE_COLOR` say so, and a terminal does where they are silent. */
export function choosePaint(output: { isTTY?: boolean | undefined }, env: NodeJS.ProcessEnv): Paint {
  if (env.NO_COLOR) return plain
  if (env.FORCE_COLOR) return env.FORCE_COLOR === '0' ? plain : inColour
  return output.isTTY ? inColour : plain
}
