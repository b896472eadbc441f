/** Bytes on one connection that try to reach a server as more, or as other, requests than the proxy sees. */
export interface Smuggling {
  title: string
  /** As Latin-1. */
  bytes: string
  /** Number of requests that the proxy sends on; 0 if it refuses the bytes. */
  requests: number
  /** Body of each of them. */
  body?: string
}

const inner = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
const terminated = `0\r\n\r\n${inner}`
const chunked = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`
const length = `Content-Length: ${inner.length}\r\n`

function refused(title: string, fields: string, body: string, method = 'POST'): Smuggling {
  return { title, bytes: `${method} /a HTTP/1.1\r\nHost: proxy.example\r\n${fields}\r\n${body}`, requests: 0 }
}

function passed(title: string, start: string, fields: string, body = ''): Smuggling {
  const bytes = `${start} HTTP/1.1\r\nHost: proxy.example\r\n${fields}\r\n${body}`
  return { title, bytes, requests: 1, body: body === chunked ? inner : body }
}

/** Known ways of request smuggling. Each method with a body comes with both framings. */
export const smugglings: readonly Smuggling[] = [
  ...['GET', 'DELETE', 'HEAD', 'OPTIONS', 'POST', 'LIST'].flatMap((method) => [
    passed(`${method} with Content-Length`, `${method} /a`, length, inner),
    passed(`${method} in chunks`, `${method} /a`, 'Transfer-Encoding: chunked\r\n', chunked),
    passed(`${method}, Connection: content-length`, `${method} /a`, `Connection: content-length\r\n${length}`, inner),
    passed(
      `${method}, Connection: transfer-encoding`,
      `${method} /a`,
      'Connection: keep-alive, Transfer-Encoding\r\nTransfer-Encoding: chunked\r\n',
      chunked,
    ),
  ]),
  passed('Content-Length after a thousand headers', 'GET /a', `${'a:\r\n'.repeat(1100)}${length}`, inner),
  passed('Connection after a thousand headers', 'GET /a', `${'a:\r\n'.repeat(1100)}Connection: close\r\n`),
  passed('Connection: host', 'GET /a', 'Connection: host\r\n'),
  passed('another host in the target', 'GET http://other.example/a', ''),
  passed(
    'Upgrade: h2c',
    'GET /a',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n',
  ),
  passed('Upgrade with a body', 'POST /a', `Connection: Upgrade\r\nUpgrade: websocket\r\n${length}`, inner),
  passed('Expect: 100-continue', 'POST /a', 'Expect: 100-continue\r\nContent-Length: 2\r\n', 'ab'),
  {
    title: 'two requests at once',
    bytes: 'GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n',
    requests: 2,
    body: '',
  },
  refused(
    'a trailer that is a framing header',
    'Transfer-Encoding: chunked\r\nTrailer: Content-Length\r\n',
    `2\r\nab\r\n0\r\n${length}\r\n`,
  ),
  refused('CL.TE', `Content-Length: ${terminated.length}\r\nTransfer-Encoding: chunked\r\n`, terminated),
  refused('TE.CL', 'Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', chunked),
  refused('TE.TE', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: xchunked\r\n', terminated),
  refused('chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', terminated),
  refused('identity', `Transfer-Encoding: identity\r\n${length}`, inner),
  refused('a vertical tab before the coding', 'Transfer-Encoding: \x0bchunked\r\n', terminated),
  refused('another coding', 'Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'),
  refused('another coding last', 'Transfer-Encoding: chunked, gzip\r\n', terminated),
  {
    title: 'a coding in HTTP/1.0',
    bytes: `POST /a HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${terminated}`,
    requests: 0,
  },
  refused('two lengths', `Content-Length: 0\r\n${length}`, inner),
  refused('one length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n', 'ab'),
  refused('a list of lengths', 'Content-Length: 2, 2\r\n', 'ab'),
  ...['+35', '-1', '0x23', '3 5', '18446744073709551617', '35\0', ''].map((value) =>
    refused(`Content-Length: ${JSON.stringify(value)}`, `Content-Length: ${value}\r\n`, inner),
  ),
  refused('a space before the colon of a length', `Content-Length : ${inner.length}\r\n`, inner),
  refused('a tab before the colon of a length', `Content-Length\t: ${inner.length}\r\n`, inner),
  refused('a space before the colon of a coding', 'Transfer-Encoding : chunked\r\n', terminated),
  refused('a folded coding', 'Transfer-Encoding:\r\n chunked\r\n', terminated),
  refused('a folded length', `X: y\r\n ${length}`, inner),
  {
    title: 'a space before the first header',
    bytes: `POST /a HTTP/1.1\r\n ${length}Host: x\r\n\r\n${inner}`,
    requests: 0,
  },
  refused('a bare LF between headers', `X: y\n${length}`, inner),
  refused('a bare CR between headers', `X: y\r${length}`, inner),
  {
    title: 'bare LF throughout',
    bytes: `POST /a HTTP/1.1\nHost: x\n${length.replace('\r', '')}\n${inner}`,
    requests: 0,
  },
  refused('NUL in a value', 'X: y\0z\r\n', ''),
  refused('NUL in a name', `Content-Length\0: ${inner.length}\r\n`, inner),
  refused('a bare LF after the size of a chunk', 'Transfer-Encoding: chunked\r\n', `2\nab\r\n${terminated}`),
  refused('a bare LF in an extension of a chunk', 'Transfer-Encoding: chunked\r\n', `2;\nxx\r\nab\r\n${terminated}`),
  refused(
    'a size of a chunk beyond 64 bits',
    'Transfer-Encoding: chunked\r\n',
    `10000000000000002\r\nab\r\n${terminated}`,
  ),
  refused('a size of a chunk with 0x', 'Transfer-Encoding: chunked\r\n', `0x2\r\nab\r\n${terminated}`),
  refused('a chunk longer than its size', 'Transfer-Encoding: chunked\r\n', `2\r\nabcd\r\n${terminated}`),
  { title: 'a verb like LIST', bytes: 'LOST /a HTTP/1.1\r\nHost: x\r\n\r\n', requests: 0 },
  { title: 'the preface of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', requests: 0 },
  { title: 'CONNECT', bytes: 'CONNECT /a:80 HTTP/1.1\r\nHost: x\r\n\r\n', requests: 0 },
  {
    title: 'a space in the target',
    bytes: 'GET /a HTTP/1.1\r\nX: y HTTP/1.1\r\nHost: x\r\n\r\n'.replace('/a HTTP', '/a b HTTP'),
    requests: 0,
  },
]
