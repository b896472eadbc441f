const text = { type: 'string' }
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
const pet = { $ref: '#/components/schemas/Pet' }
const answer = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } })
const query = (name: string, schema: object, rest: object = {}) => ({ name, in: 'query', schema, ...rest })

/** A document with one operation for each thing that clients of it do differently. */
export const peerDocument = {
  openapi: '3.1.0',
  info: { title: 'Peers', version: '1' },
  servers: [{ url: 'http://127.0.0.1:4999/v1' }],
  security: [{ key: [] }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          query('cursor', text),
          query('tags', { type: 'array', items: text }, { style: 'pipeDelimited', explode: false }),
          query('filter', object({ age: { type: 'integer' } }), { style: 'deepObject' }),
          { name: 'X-Trace', in: 'header', schema: text },
          { name: 'theme', in: 'cookie', schema: text },
        ],
        responses: {
          200: answer(
            object({ data: { type: 'array', items: pet }, next_cursor: { type: ['string', 'null'] } }, ['data']),
          ),
          404: answer(object({ detail: text }, ['detail'])),
          409: answer(object({ conflict: text }, ['conflict'])),
        },
      },
      post: {
        operationId: 'createPet',
        security: [{ oauth: ['write'] }],
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: { 201: answer(pet) },
      },
    },
    '/pets/{ids}': {
      get: {
        operationId: 'readPets',
        parameters: [
          {
            ...{ name: 'ids', in: 'path', required: true, style: 'matrix', explode: true },
            schema: { type: 'array', items: text },
          },
        ],
        responses: { 200: answer(pet) },
      },
    },
    '/photos': {
      post: {
        operationId: 'sendPhoto',
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: object({ photo: { ...text, format: 'binary' }, about: object({ a: { type: 'integer' } }) }),
            },
          },
        },
        responses: { 204: { description: 'done' } },
      },
    },
    '/events': {
      get: {
        operationId: 'watch',
        responses: { 200: { description: 'ok', content: { 'text/event-stream': { schema: text } } } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      oauth: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'http://127.0.0.1:4999/token', scopes: { write: '' } } },
      },
    },
    schemas: { Pet: object({ id: { ...text, readOnly: true }, name: text }, ['id', 'name']) },
  },
}
