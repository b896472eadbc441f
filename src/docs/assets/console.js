// The console: Swagger UI over one interface at a time, with the settings above it put into every request.
{
  const { SwaggerUIBundle, ruleboundConsole } = /** @type {any} */ (globalThis)
  const form = /** @type {HTMLFormElement} */ (document.querySelector('.console-settings'))
  const reach = /** @type {HTMLElement} */ (document.querySelector('.reach'))
  const documented = 'http://127.0.0.1:4010'
  /** @type {string | undefined} */
  let issuedToken

  const field = (/** @type {string} */ name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name))
  const chosen = () => ruleboundConsole.find((/** @type {any} */ { name }) => name === field('interface').value)
  const address = () => field('address').value.replace(/\/+$/, '')
  const credential = () => credentialsOf(chosen()).find(({ role }) => role === field('credential').value)

  /** @returns {{ role: string, headers: Record<string, string>, form?: Record<string, string> }[]} */
  const credentialsOf = (/** @type {any} */ { credentials }) => [
    ...credentials,
    ...(issuedToken ? [{ role: 'the token just issued', headers: { authorization: `Bearer ${issuedToken}` } }] : []),
    { role: 'nothing', headers: {} },
  ]

  const offerCredentials = (/** @type {string | undefined} */ wanted) => {
    const roles = credentialsOf(chosen()).map(({ role }) => new Option(role, role))
    field('credential').replaceChildren(...roles)
    if (wanted) field('credential').value = wanted
  }

  /** The document with this mock as its only server. */
  const hereOnly = (/** @type {any} */ node) => {
    const servers = node.servers?.slice(0, 1).map((/** @type {any} */ server) => ({
      ...server,
      url: server.url.replace(documented, address()),
    }))
    return servers ? { ...node, servers } : node
  }
  const documentHere = () => {
    const { document } = chosen()
    const paths = Object.entries(document.paths).map(([path, item]) => [path, withInherited(hereOnly(item))])
    return withoutOptions({ ...hereOnly(document), paths: Object.fromEntries(paths) })
  }

  /** Swagger UI overlooks the parameters that a path has for all of its operations. */
  const withInherited = (/** @type {any} */ { parameters = [], ...item }) =>
    Object.fromEntries(
      Object.entries(item).map(([key, node]) => [
        key,
        node?.operationId ? { ...node, parameters: [...parameters, ...(node.parameters ?? [])] } : node,
      ]),
    )

  /**
   * Nothing filled in for parameters that may be left out: a search by all of its filters finds nothing.
   *
   * @returns {any}
   */
  const withoutOptions = (/** @type {any} */ node) => {
    if (Array.isArray(node)) return node.map(withoutOptions)
    if (typeof node !== 'object' || node === null) return node
    const isOption = typeof node.name === 'string' && typeof node.in === 'string' && node.required !== true
    const entries = Object.entries(node).filter(([key]) => !isOption || (key !== 'example' && key !== 'examples'))
    return Object.fromEntries(entries.map(([key, value]) => [key, withoutOptions(value)]))
  }

  const prepare = (/** @type {any} */ request) => {
    const { headers = {}, form: fields = {} } = credential() ?? {}
    request.headers = { ...request.headers, ...headers, 'X-Mock-Session': field('session').value }
    if (typeof request.body === 'string' && /x-www-form-urlencoded/i.test(JSON.stringify(request.headers))) {
      const body = new URLSearchParams(request.body)
      for (const [name, value] of Object.entries(fields)) body.set(name, value)
      request.body = body.toString()
    }
    if (field('list').checked && request.method === 'GET' && /[?&]list=true\b/.test(request.url)) {
      request.method = 'LIST'
      request.url = request.url.replace(/([?&])list=true&?/, '$1').replace(/[?&]$/, '')
    }
    return request
  }

  const noteToken = (/** @type {any} */ response) => {
    const token = response.body?.access_token
    if (typeof token === 'string') {
      issuedToken = token
      offerCredentials(field('credential').value)
    }
    return response
  }

  const show = (/** @type {string} */ operation = '') => {
    const ui = SwaggerUIBundle({
      domNode: document.getElementById('console'),
      spec: documentHere(),
      tryItOutEnabled: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      deepLinking: false,
      validatorUrl: null,
      requestInterceptor: prepare,
      responseInterceptor: noteToken,
      onComplete: () => {
        for (const { path, method, node } of operationsOf(chosen().document)) {
          askForDocumented(ui, path, method, node)
          if (node.operationId === operation) ui.layoutActions.show(['operations', node.tags[0], operation], true)
        }
        requestAnimationFrame(() => settle(operation))
      },
    })
  }

  const operationsOf = (/** @type {any} */ { paths }) =>
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, node]) => (node?.operationId ? [{ path, method, node }] : [])),
    )

  /** The media type of the first success, where Swagger UI would ask for anything. */
  const askForDocumented = (
    /** @type {any} */ ui,
    /** @type {string} */ path,
    /** @type {string} */ method,
    /** @type {any} */ { responses },
  ) => {
    const [success] = Object.keys(responses).filter((status) => status.startsWith('2'))
    const [value] = Object.keys(responses[success ?? '']?.content ?? {})
    if (value) ui.getSystem().oas3Actions.setResponseContentType({ value, path, method })
  }

  const settle = (/** @type {string} */ operation) => {
    // The page has a main part already.
    document.querySelector('#console main')?.setAttribute('role', 'presentation')
    if (operation !== '') document.querySelector(`[id$="-${CSS.escape(operation)}"]`)?.scrollIntoView()
  }

  const say = (/** @type {'yes' | 'no' | ''} */ state, /** @type {string} */ text) => {
    reach.className = `reach ${state}`
    reach.textContent = text
  }

  const isMock = async (/** @type {string} */ origin) => {
    try {
      const answer = await fetch(`${origin}/docs/mock.json`)
      return answer.ok && (await answer.json()).mock === true
    } catch {
      return false
    }
  }

  const connect = async () => {
    const reached = await isMock(address())
    if (reached) say('yes', `A mock answers at ${address()}.`)
    else say('no', `No mock answers at ${address()}. Start one with npm start, then press Connect.`)
    return reached
  }

  const start = async () => {
    const [name = '', operation] = decodeURIComponent(location.hash.slice(1)).split('/')
    if (ruleboundConsole.some((/** @type {any} */ one) => one.name === name)) field('interface').value = name
    offerCredentials(undefined)
    if (location.protocol === 'file:')
      say('', `This page was opened from a disk. Start the mock with npm start, then press Connect.`)
    // The server of this page may be the mock itself, or one that has the pages alone.
    else if (await isMock(location.origin)) field('address').value = location.origin
    if (location.protocol !== 'file:') await connect()
    show(operation)
  }

  field('interface').addEventListener('change', () => {
    offerCredentials(undefined)
    history.replaceState(null, '', `#${field('interface').value}`)
    show()
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    await connect()
    show()
  })
  addEventListener('hashchange', start)
  start()
}
