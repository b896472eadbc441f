type Schema = Record<string, unknown>

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const json = (schema: Schema) => ({ 'application/json': { schema } })
const answer = (description: string, schema?: Schema, headers?: object) => ({
  description,
  ...(schema && { content: json(schema) }),
  ...(headers && { headers }),
})
const error = (description: string) => answer(description, ref('Error'))
const refusals = { 400: error('The request breaks its schema.'), 401: error('No valid token.') }
const notFound = { 404: error('There is no such thing.') }
const body = (schema: Schema) => ({ requestBody: { required: true, content: json(schema) } })
const query = (name: string, schema: Schema, required = false) => ({ name, in: 'query', required, schema })
const key = (name: string, schema: Schema) => ({ name, in: 'path', required: true, schema })
const header = (name: string, schema: Schema, required = false) => ({ name, in: 'header', required, schema })
const integer = { type: 'integer' }
const text = (more: Schema = {}) => ({ type: 'string', ...more })
const page = [
  query('limit', { ...integer, minimum: 1, maximum: 50, default: 20 }),
  query('offset', { ...integer, minimum: 0 }),
]
const object = (required: string[], properties: Record<string, Schema>, more: Schema = {}) => ({
  type: 'object',
  required,
  properties,
  ...more,
})
const readOnlyId = { ...integer, readOnly: true }

/** The document of a small API of a publisher. The server keeps it, but for one planted fault. */
export const document = {
  openapi: '3.1.0',
  info: { title: 'Publisher', version: '1' },
  security: [{ token: [] }],
  paths: {
    '/status': {
      get: { operationId: 'getStatus', security: [], responses: { 200: answer('The state.', ref('Status')) } },
    },
    '/projects': {
      get: {
        operationId: 'listProjects',
        parameters: [
          ...page,
          query('status', text({ enum: ['draft', 'open', 'done'] })),
          query('sort', text({ enum: ['budget', '-budget'] })),
        ],
        responses: {
          200: answer(
            'Projects.',
            { type: 'array', items: ref('Project') },
            { 'X-Total-Count': { required: true, schema: integer } },
          ),
          ...refusals,
        },
      },
      post: {
        operationId: 'createProject',
        ...body(ref('ProjectInput')),
        responses: { 201: answer('Made.', ref('Project'), { Location: { schema: text() } }), ...refusals },
      },
    },
    '/projects/{projectId}': {
      parameters: [key('projectId', integer)],
      get: {
        operationId: 'getProject',
        responses: { 200: answer('A project.', ref('Project')), ...refusals, ...notFound },
      },
      put: {
        operationId: 'replaceProject',
        ...body(ref('ProjectInput')),
        responses: { 200: answer('Replaced.', ref('Project')), ...refusals, ...notFound },
      },
      patch: {
        operationId: 'patchProject',
        ...body(ref('ProjectPatch')),
        responses: { 200: answer('Changed.', ref('Project')), ...refusals, ...notFound },
      },
      delete: { operationId: 'deleteProject', responses: { 204: answer('Gone.'), ...refusals, ...notFound } },
    },
    '/projects/{projectId}/tasks': {
      parameters: [key('projectId', integer)],
      get: {
        operationId: 'listTasks',
        responses: { 200: answer('Tasks.', { type: 'array', items: ref('Task') }), ...refusals, ...notFound },
      },
      post: {
        operationId: 'createTask',
        ...body(ref('TaskInput')),
        responses: { 201: answer('Made.', ref('Task')), ...refusals, ...notFound },
      },
    },
    '/projects/{projectId}/tasks/{taskId}': {
      parameters: [key('projectId', integer), key('taskId', integer)],
      get: { operationId: 'getTask', responses: { 200: answer('A task.', ref('Task')), ...refusals, ...notFound } },
      put: {
        operationId: 'replaceTask',
        ...body(ref('TaskInput')),
        responses: { 200: answer('Replaced.', ref('Task')), ...refusals, ...notFound },
      },
      delete: { operationId: 'deleteTask', responses: { 204: answer('Gone.'), ...refusals, ...notFound } },
    },
    '/notes': {
      get: {
        operationId: 'listNotes',
        responses: { 200: answer('Own notes.', { type: 'array', items: ref('Note') }), ...refusals },
      },
      post: {
        operationId: 'createNote',
        parameters: [header('Idempotency-Key', text({ maxLength: 64 }))],
        ...body(ref('NoteInput')),
        responses: { 201: answer('Made.', ref('Note')), ...refusals },
      },
    },
    '/notes/{noteId}': {
      parameters: [key('noteId', text({ format: 'uuid' }))],
      get: { operationId: 'getNote', responses: { 200: answer('A note.', ref('Note')), ...refusals, ...notFound } },
      patch: {
        operationId: 'patchNote',
        ...body(object([], { text: text({ maxLength: 500 }), pinned: { type: 'boolean' } })),
        responses: { 200: answer('Changed.', ref('Note')), ...refusals, ...notFound },
      },
      delete: { operationId: 'deleteNote', responses: { 204: answer('Gone.'), ...refusals, ...notFound } },
    },
    '/labels': {
      get: {
        operationId: 'listLabels',
        responses: { 200: answer('Labels.', { type: 'array', items: ref('Label') }), ...refusals },
      },
    },
    '/labels/{name}': {
      parameters: [key('name', text({ pattern: '^[a-z0-9-]{1,40}$' }))],
      get: { operationId: 'getLabel', responses: { 200: answer('A label.', ref('Label')), ...refusals, ...notFound } },
      put: {
        operationId: 'putLabel',
        ...body(object(['colour'], { colour: text({ pattern: '^#[0-9a-f]{6}$' }) })),
        responses: { 200: answer('Replaced.', ref('Label')), 201: answer('Made.', ref('Label')), ...refusals },
      },
      delete: { operationId: 'deleteLabel', responses: { 204: answer('Gone.'), ...refusals, ...notFound } },
    },
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [query('genre', text()), query('min_price', { type: 'number' })],
        responses: {
          200: answer(
            'Books.',
            object(['data', 'total'], { data: { type: 'array', items: ref('Book') }, total: integer }),
          ),
          ...refusals,
        },
      },
      post: {
        operationId: 'createBook',
        ...body(ref('Book')),
        responses: { 201: answer('Made.', ref('Book')), ...refusals, 409: error('There is such a book.') },
      },
    },
    '/books/{isbn}': {
      parameters: [key('isbn', text())],
      get: { operationId: 'getBook', responses: { 200: answer('A book.', ref('Book')), ...refusals, ...notFound } },
      delete: { operationId: 'deleteBook', responses: { 204: answer('Gone.'), ...refusals, ...notFound } },
    },
    '/events': {
      get: {
        operationId: 'listEvents',
        responses: { 200: answer('Events.', { type: 'array', items: ref('Event') }), ...refusals },
      },
      post: {
        operationId: 'createEvent',
        ...body(ref('EventInput')),
        responses: { 201: answer('Made.', ref('Event')), ...refusals, 422: error('The end is before the start.') },
      },
    },
    '/events/{eventId}': {
      parameters: [key('eventId', integer)],
      get: { operationId: 'getEvent', responses: { 200: answer('An event.', ref('Event')), ...refusals, ...notFound } },
      delete: { operationId: 'deleteEvent', responses: { 204: answer('Gone.'), ...refusals, ...notFound } },
    },
    '/reports': {
      get: {
        operationId: 'getReport',
        parameters: [
          header('X-Tenant', text({ minLength: 3 }), true),
          query('year', { ...integer, minimum: 2000, maximum: 2100 }, true),
        ],
        responses: {
          200: answer('A report.', object(['year', 'sum'], { year: integer, sum: { type: 'number' } })),
          ...refusals,
        },
      },
    },
    '/export': {
      get: {
        operationId: 'exportBooks',
        responses: {
          200: {
            description: 'All books.',
            content: { ...json({ type: 'array', items: ref('Book') }), 'text/csv': { schema: text() } },
          },
          ...refusals,
        },
      },
    },
    '/purge': { post: { operationId: 'purge', responses: { 204: answer('All gone.'), ...refusals } } },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Error: object(['message'], { message: text() }),
      Status: object(['status', 'version'], { status: text({ enum: ['ok', 'degraded'] }), version: text() }),
      ProjectInput: object(
        ['name', 'budget'],
        {
          name: text({ minLength: 1, maxLength: 80 }),
          budget: { ...integer, minimum: 0 },
          status: text({ enum: ['draft', 'open', 'done'] }),
          summary: { type: ['string', 'null'] },
          tags: { type: 'array', items: text({ maxLength: 20 }), uniqueItems: true, maxItems: 5 },
        },
        { additionalProperties: false },
      ),
      ProjectPatch: object(
        [],
        {
          name: text({ minLength: 1, maxLength: 80 }),
          budget: { ...integer, minimum: 0 },
          summary: { type: ['string', 'null'] },
        },
        { additionalProperties: false, minProperties: 1 },
      ),
      Project: object(['id', 'name', 'budget', 'status'], {
        id: readOnlyId,
        name: text(),
        budget: integer,
        status: text({ enum: ['draft', 'open', 'done'] }),
        summary: { type: ['string', 'null'] },
        tags: { type: 'array', items: text() },
      }),
      TaskInput: object(['title'], {
        title: text({ minLength: 1 }),
        hours: { type: 'number', minimum: 0, maximum: 1000 },
        due: text({ format: 'date' }),
        owner: object(['email'], { email: text({ minLength: 3 }), role: text({ enum: ['lead', 'helper'] }) }),
      }),
      Task: object(['id', 'title'], {
        id: readOnlyId,
        title: text(),
        hours: { type: 'number' },
        due: text({ format: 'date' }),
        owner: object(['email'], { email: text(), role: text() }),
      }),
      NoteInput: object(['text'], {
        text: text({ maxLength: 500 }),
        pinned: { type: 'boolean' },
        pin: text({ writeOnly: true }),
      }),
      Note: object(['id', 'text'], {
        id: text({ format: 'uuid', readOnly: true }),
        text: text(),
        pinned: { type: 'boolean' },
        pin: text({ writeOnly: true }),
      }),
      Label: object(['name', 'colour'], { name: text(), colour: text() }),
      Book: object(['isbn', 'title', 'price'], {
        isbn: text({ minLength: 1, maxLength: 40 }),
        title: text({ minLength: 1 }),
        price: { type: 'number', minimum: 0 },
        genre: text(),
      }),
      EventInput: object(['start', 'end'], {
        start: text({ format: 'date-time' }),
        end: text({ format: 'date-time' }),
        place: text(),
      }),
      Event: object(['id', 'start', 'end'], {
        id: readOnlyId,
        start: text({ format: 'date-time' }),
        end: text({ format: 'date-time' }),
        place: text(),
      }),
    },
  },
}
