import type { onRequestHookHandler } from 'fastify'

/** Lets through who sends a key that is known, as user name of HTTP Basic with an empty password. */
export function basicAuth(keys: ReadonlySet<string>): onRequestHookHandler {
  return (request, reply, done) => {
    const encoded = /^basic +([\w+/=-]+) *$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const [key = '', password = 'missing'] = Buffer.from(encoded, 'base64').toString().split(':')
    if (password === '' && keys.has(key)) done()
    else reply.code(401).type('application/problem+json').send({ title: 'Unauthorized', status: 401 })
  }
}
