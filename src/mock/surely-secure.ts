import type { IHttpRequest } from '@stoplight/prism-http'
import {
  findSecurityHandler,
  noneSecurityHandler,
} from '@stoplight/prism-http/dist/validator/validators/security/handlers/index.js'
import type { HttpSecurityScheme, IHttpOperation } from '@stoplight/types'

type Handler = (request: IHttpRequest) => boolean

/** Tells whether Prism's `validateSecurity` would find the credentials of one of an operation's alternatives; with the same handlers. */
export function compileSurelySecure({ security = [] }: IHttpOperation): (request: IHttpRequest) => boolean {
  const alternatives = security.map((schemes) => (schemes.length === 0 ? [none] : schemes.map(handlerOf)))
  if (alternatives.length === 0) return () => true
  return (request) => alternatives.some((handlers) => handlers.every((isPresent) => isPresent(request)))
}

const none: Handler = (request) => noneSecurityHandler(request)._tag === 'Right'

function handlerOf(scheme: HttpSecurityScheme): Handler {
  const found = findSecurityHandler(scheme)
  if (found._tag === 'Left') return () => false
  const name = 'name' in scheme ? scheme.name : ''
  return (request) => found.right(request, name)._tag === 'Right'
}
