import type { IHttpOperation } from '@stoplight/types'
import { expect, it } from 'vitest'
import type { RuntimeInterface, RuntimeOperation } from '../../contract/runtime.ts'
import { compileVocabulary } from './vocabulary.ts'

const contents = (mediaType: string) => ({ contents: [{ mediaType }] })
const http = {
  request: { query: [{ name: 'limit' }], body: contents('text/csv') },
  responses: [contents('application/json'), {}],
} as unknown as IHttpOperation
const readSecret = { id: 'readSecret', template: '/{member}/v1/{mount}/data/{path}', http } as RuntimeOperation
const compile = () => compileVocabulary({ operations: [readSecret] } as unknown as RuntimeInterface)

it('shows a path by the names of its parameters', () => {
  expect(compile().describePath('/m1/v1/team-secret/data/a/b', readSecret)).toBe('/{member}/v1/{mount}/data/{path}')
})

it('shows of a path that leads nowhere only what documented paths have', () => {
  expect(compile().describePath('/v1/auth/svc.example-token/data', undefined)).toBe('/v1/…/…/data')
  expect(compile().describePath('/', undefined)).toBe('/')
})

it('shows names of query parameters, never values, and unknown names as one sign', () => {
  expect(compile().describeQuery('limit=5&svc.example-token&b=c&limit=6')).toEqual(['limit', '…'])
  expect(compile().describeQuery('')).toEqual([])
  expect(compile().describeQuery('limit')).toEqual(['limit'])
  expect(compile().describeQuery('li%6Dit=5')).toEqual(['limit'])
  expect(compile().describeQuery('limits=5')).toEqual(['…'])
})

it('has fixed segments, names of query parameters and media types, of requests and answers', () => {
  const words = ['data', 'limit', 'text/csv', 'application/json', '{path}', 'path', 'text/plain']
  expect(words.filter(compile().has)).toEqual(['data', 'limit', 'text/csv', 'application/json'])
})
