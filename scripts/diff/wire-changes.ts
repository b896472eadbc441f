import { isDeepStrictEqual } from 'node:util'
import type { WireForm } from './wire-form.ts'

/** How two wire forms differ. */
export interface WireChanges {
  /** Operations that were removed: `LIST /v1/{}`. */
  removed: string[]
  added: string[]
  /** `GET /orders: parameters.query limit.schema.maximum` */
  changed: string[]
  /** Operations whose last parameter no longer takes several segments, so that some addresses no longer reach them. */
  narrowed: string[]
}

export function compareForms(before: WireForm, now: WireForm): WireChanges {
  const common = [...before.keys()].filter((operation) => now.has(operation))
  return {
    removed: [...before.keys()].filter((operation) => !now.has(operation)),
    added: [...now.keys()].filter((operation) => !before.has(operation)),
    changed: common.flatMap((operation) =>
      differences(before.get(operation), now.get(operation)).map((place) => `${operation}: ${place}`),
    ),
    narrowed: common.filter((operation) => takesSegments(before.get(operation)) && !takesSegments(now.get(operation))),
  }
}

/** The innermost places at which two values differ. */
function differences(before: unknown, now: unknown, path: readonly string[] = []): string[] {
  if (isDeepStrictEqual(before, now)) return []
  if (!isMapping(before) || !isMapping(now)) return [path.join('.')]
  const keys = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...keys].flatMap((key) => differences(before[key], now[key], [...path, key]))
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function takesSegments(operation: unknown): boolean {
  const parameters: Record<string, unknown>[] = Object.values(Object(operation).parameters)
  return parameters.some((parameter) => parameter['x-multi-segment'] === true)
}
