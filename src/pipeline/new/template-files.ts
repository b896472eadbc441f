import { fileURLToPath } from 'node:url'
import { readTree } from '../generate/tree.ts'
import type { InterfaceFiles } from './add-interface.ts'
import { type NewInterface, placesOf } from './plan.ts'

const template = fileURLToPath(new URL('template/', import.meta.url))

/**
 * The files of an interface with one operation. In other repositories it has no guide and no client of its own, and its code runs whatever
 * their package.json says of modules.
 */
export function templateFiles(plan: NewInterface): InterfaceFiles {
  const { isBundled } = plan
  const values: Record<string, string> = {
    ts: isBundled ? 'ts' : 'mts',
    // Other repositories mount the mock at the path of their first server.
    mockServer: isBundled
      ? `  - url: http://127.0.0.1:4010/${plan.name}\n    description: The mock of this repository.\n`
      : '',
    name: plan.name,
    Name: plan.name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()),
    prefix: plan.prefix,
    title: plan.title,
    quotedTitle: JSON.stringify(plan.title),
    quotedSource: JSON.stringify(plan.source.name),
  }
  const places = placesOf(plan.name)
  const roots = { specs: places.specs, interface: places.code, 'guide.md.template': places.guide }
  return new Map(
    [...readTree(template)]
      .filter(([file]) => isBundled || !/^guide|\/client/.test(file))
      .map(([file, text]) => {
        const [first = '', ...rest] = file.split('/')
        const root = roots[first as keyof typeof roots]
        return [
          [root, ...rest]
            .join('/')
            .replace(/\.template$/, '')
            .replace(/\.ts$/, `.${values.ts}`),
          text.replaceAll(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all),
        ]
      }),
  )
}
