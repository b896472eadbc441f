import type { components, paths } from '../../../../generated/secrets/types.ts'
import type { Verbs } from '../../../client/call-types.ts'
import type { CallOptions } from '../../../client/options.ts'
import { unwrap } from '../../../client/unwrap.ts'

/** The answer to a call, with warnings of the service about a call that succeeded. */
export interface Answer<Data> {
  data: Data
  warnings: readonly string[]
}

type Envelope = components['schemas']['Envelope']
type HelpBody = components['schemas']['HelpBody']

/** Takes the payload out of its envelope. An answer without a body, such as 204, has no payload and no warnings (SEC-091). */
export function answerOf<Body extends Envelope>(body: Body | HelpBody | undefined): Answer<Body['data']> {
  return { data: body && !('help' in body) ? body.data : undefined, warnings: warningsOf(body) }
}

/** The warnings in a body; none if it has no envelope. */
export function warningsOf(body: unknown): readonly string[] {
  const warnings = typeof body === 'object' && body !== null && 'warnings' in body ? body.warnings : undefined
  return Array.isArray(warnings) ? warnings : []
}

type Schemas = components['schemas']
export type KeyValues = Schemas['KeyValues']
export type VersionRecord = Schemas['VersionRecord']
type Settings<Name extends 'StoreSettingsAnswer' | 'KeySettingsAnswer'> = NonNullable<Schemas[Name]['data']>
type Done = Answer<{ [key: string]: unknown } | null | undefined>

/** A mount of kv version 2. Paths are those of keys, without the mount. Each method throws the `HttpError` of its call. */
export interface Kv2 {
  /** Reads the latest version of a key, or the one of this number. */
  read(path: string, options?: CallOptions & { version?: number }): Promise<Answer<VersionOfKey>>
  /** Writes the next version of a key; returns its record. */
  write(path: string, values: KeyValues, options?: CallOptions): Promise<Answer<VersionRecord>>
  /** The names directly below a directory, or at the top; names that end in `/` are directories. */
  list(directory?: string, options?: CallOptions): Promise<string[]>
  deleteLatest(path: string, options?: CallOptions): Promise<Done>
  /** Marks versions as deleted; they can be undeleted. */
  deleteVersions(path: string, versions: number[], options?: CallOptions): Promise<Done>
  undeleteVersions(path: string, versions: number[], options?: CallOptions): Promise<Done>
  /** Removes the data of versions for good. */
  destroyVersions(path: string, versions: number[], options?: CallOptions): Promise<Done>
  /** The settings of a key, and the records of its versions. */
  readKey(path: string, options?: CallOptions): Promise<Answer<Settings<'KeySettingsAnswer'>>>
  writeKey(path: string, settings: Schemas['KeySettings'], options?: CallOptions): Promise<Done>
  /** Removes a key with all of its versions. */
  deleteKey(path: string, options?: CallOptions): Promise<Done>
  readSettings(options?: CallOptions): Promise<Answer<Settings<'StoreSettingsAnswer'>>>
  writeSettings(settings: Schemas['StoreSettings'], options?: CallOptions): Promise<Done>
}

export interface VersionOfKey {
  values: KeyValues
  record: VersionRecord
}

export function createKv2(
  verbs: Verbs<paths>,
  mount: string,
  list: (directory: string, options?: CallOptions) => Promise<string[]>,
): Kv2 {
  const at = (path: string) => ({ path: { mount, path } })
  const store = { params: { path: { mount } } }
  const mark =
    (family: 'delete' | 'undelete' | 'destroy') => async (path: string, versions: number[], options?: CallOptions) => {
      const init = { ...options, params: at(path), body: { versions } }
      return answerOf(await unwrap(verbs.POST(`/v1/{mount}/${family}/{path}`, init)))
    }
  return {
    async read(path, { version, ...options } = {}) {
      const params = { ...at(path), query: version === undefined ? {} : { version } }
      const { data, warnings } = answerOf(await unwrap(verbs.GET('/v1/{mount}/data/{path}', { ...options, params })))
      return { data: { values: data?.data ?? {}, record: data?.metadata ?? {} }, warnings }
    },
    async write(path, values, options) {
      const init = { ...options, params: at(path), body: { data: values } }
      const { data, warnings } = answerOf(await unwrap(verbs.POST('/v1/{mount}/data/{path}', init)))
      return { data: data ?? {}, warnings }
    },
    list: (directory = '', options) => list(`metadata/${directory}`, options),
    deleteLatest: async (path, options) =>
      answerOf(await unwrap(verbs.DELETE('/v1/{mount}/data/{path}', { ...options, params: at(path) }))),
    deleteVersions: mark('delete'),
    undeleteVersions: mark('undelete'),
    destroyVersions: mark('destroy'),
    async readKey(path, options) {
      const init = { ...options, params: at(path) }
      const { data, warnings } = answerOf(await unwrap(verbs.GET('/v1/{mount}/metadata/{path}', init)))
      return { data: data ?? {}, warnings }
    },
    writeKey: async (path, body, options) =>
      answerOf(await unwrap(verbs.POST('/v1/{mount}/metadata/{path}', { ...options, params: at(path), body }))),
    deleteKey: async (path, options) =>
      answerOf(await unwrap(verbs.DELETE('/v1/{mount}/metadata/{path}', { ...options, params: at(path) }))),
    async readSettings(options) {
      const { data, warnings } = answerOf(await unwrap(verbs.GET('/v1/{mount}/config', { ...options, ...store })))
      return { data: data ?? {}, warnings }
    },
    writeSettings: async (body, options) =>
      answerOf(await unwrap(verbs.POST('/v1/{mount}/config', { ...options, ...store, body }))),
  }
}
