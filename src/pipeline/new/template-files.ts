import { fileURLToPath } from 'node:url'
import { readTree } from '../generate/tree/generated-tree.ts'
import type { InterfaceFiles } from './add-interface.ts'
import { type NewInterface, placesOf } from './plan.ts'

const template = fileURLToPath(new URL('template/', import.meta.url))

/** The files of an interface with one operation. */
export function templateFiles(plan: NewInterface): InterfaceFiles {
  const values: Record<string, string> = {
    name: plan.name,
    Name: plan.name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()),
    prefix: plan.prefix,
    title: plan.title,
    quotedTitle: JSON.stringify(plan.title),
    quotedSource: JSON.stringify(plan.source.name),
    quotedSection: JSON.stringify(plan.section),
  }
  const places = placesOf(plan.name)
  const roots = { specs: places.specs, interface: places.code, 'guide.md.template': places.guide }
  return new Map(
    [...readTree(template)]
      .filter(([file]) => plan.writesSource || file !== 'specs/source.md.template')
      .map(([file, text]) => {
        const [first = '', ...rest] = file.split('/')
        const root = roots[first as keyof typeof roots]
        return [
          [root, ...rest].join('/').replace(/\.template$/, ''),
          text.replaceAll(/\{\{(\w+)\}\}/g, (all, key: string) => values[key] ?? all),
        ]
      }),
  )
}
