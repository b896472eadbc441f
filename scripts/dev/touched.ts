import type { Unit } from '../generate/units.ts'

/** What every interface is made with: an edit of it touches all. */
const common = /^(redocly\.yaml|specs|specs\/[^/]+\.ya?ml|specs\/shared(\/.*)?)$/

/** The units that edits of these files and folders touch, in their own order. */
export function touchedBy(paths: ReadonlySet<string>, units: readonly Unit[]): Unit[] {
  const edited = [...paths]
  if (edited.some((path) => common.test(path))) return [...units]
  return units.filter(({ source }) => edited.some((path) => path === source || path.startsWith(`${source}/`)))
}
