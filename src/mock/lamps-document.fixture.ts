import type { Contract } from '../contract/contract.ts'
import { contractWith, json, parameter } from './prism/documents.fixture.ts'

/** JSON Schema of a lamp. */
export const lampSchema = {
  type: 'object',
  required: ['lit'],
  properties: { lit: { type: 'boolean' }, note: {} },
} as const

const id = parameter('path', 'id', { type: 'string' }, 'hall')

const paths = {
  '/lamps/{id}': {
    parameters: [id],
    get: {
      operationId: 'getLamp',
      parameters: [{ name: 'room', in: 'query', schema: { type: 'string' } }],
      responses: {
        200: { description: 'The lamp.', content: json(lampSchema, { lit: true }) },
        429: {
          description: 'Too often.',
          headers: { 'Retry-After': { schema: { type: 'string' }, example: '7' } },
          content: json({ type: 'object' }, { slow: 'down' }),
        },
      },
    },
    put: {
      operationId: 'putLamp',
      requestBody: { required: true, content: json(lampSchema, { lit: false }) },
      responses: { 200: { description: 'The lamp.', content: json(lampSchema, { lit: false }) } },
    },
  },
  '/lamps/{id}/glow': {
    parameters: [id],
    get: {
      operationId: 'watchLamp',
      responses: {
        200: { description: 'A line each second.', content: { 'text/plain': { schema: { type: 'string' } } } },
        default: { description: 'Anything else.', content: json({ type: 'object' }, { dark: true }) },
      },
    },
  },
  '/login/{name}': {
    parameters: [{ ...id, name: 'name' }],
    post: {
      operationId: 'login',
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
      responses: { 204: { description: 'In.' } },
    },
  },
  '/breakage': {
    post: {
      operationId: 'breakLamps',
      requestBody: { content: json({}) },
      responses: { 204: { description: 'Broken.' } },
    },
  },
}

export const lampsContract: Contract = contractWith(paths, {}, 'lamps', '/v1')
