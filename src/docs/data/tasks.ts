import { existsSync } from 'node:fs'
import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { readSoundYaml } from '../../contract/yaml-file.ts'
import { UserError } from '../../user-error.ts'
import type { Task, TaskCall } from './system.ts'

/**
 * The tasks of an interface: by title, the calls in their order. None if the file does not exist.
 *
 * @throws {UserError} for a file that is no YAML or has another form, and for a call of an operation that the document does not have
 */
export function readTasks(file: string, contract: Contract | undefined): Task[] {
  if (!existsSync(file)) return []
  const yaml = readSoundYaml(file)
  const { $comment: _, ...tasks } = Object(yaml.data) as Record<string, unknown>
  return Object.entries(tasks).map(([title, calls]) => {
    const place = () => `${file}:${yaml.keyAt([title]).line}`
    if (!Array.isArray(calls) || !calls.every(isCall))
      throw new UserError(`${place()}  "${title}" must be a list of calls, each with an \`operation\``)
    const unknown = calls.find(({ operation }) => !contract?.operations.has(operation))
    if (unknown) throw new UserError(`${place()}  "${title}" names ${unknown.operation}, which is no operation`)
    return { title, calls }
  })
}

function isCall(value: unknown): value is TaskCall {
  return isObject(value) && typeof value.operation === 'string'
}
