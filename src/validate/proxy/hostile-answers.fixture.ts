/** An answer of an upstream that is odd or hostile. */
export type HostileAnswer = [
  title: string,
  /** As Latin-1, without the HTTP version. */
  answer: string,
  /** The status that the client gets. */
  status: number,
  /** A part of the bytes that the client gets. */
  part: string,
]

const whole = 'Content-Length: 2\r\n\r\nok'
const inChunks = '2\r\nok\r\n0\r\n\r\n'

export const hostileAnswers: HostileAnswer[] = [
  ['a control character in the reason phrase', `200 Fi\x01ne\r\n${whole}`, 200, 'HTTP/1.1 200 Fi ne\r\n'],
  ['a reason phrase above ASCII', `200 D\xe9j\xe0 vu\r\n${whole}`, 200, 'HTTP/1.1 200 D\xe9j\xe0 vu\r\n'],
  ['no reason phrase', `200 \r\n${whole}`, 200, 'HTTP/1.1 200 \r\n'],
  ['a header above ASCII', `200 OK\r\nX-Name: caf\xe9\r\n${whole}`, 200, 'X-Name: caf\xe9\r\n'],
  [
    'a header of Connection',
    `200 OK\r\nConnection: content-length, x-hop\r\nX-Hop: 1\r\n${whole}`,
    200,
    'Content-Length: 2\r\n',
  ],
  ['a thousand headers', `200 OK\r\n${'a:\r\n'.repeat(1100)}${whole}`, 200, 'Content-Length: 2\r\n'],
  [
    '101 for nothing',
    '101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
    502,
    'switched protocols (101)',
  ],
  ['101 without a protocol', '101 Switching Protocols\r\n\r\n', 502, '502 Bad Gateway'],
  ['a status below 100', `099 Odd\r\n${whole}`, 502, 'its status is 99'],
  ['another transfer coding', `200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n${inChunks}`, 502, 'transfer coding'],
  ['two framings', `200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n${inChunks}`, 502, 'HPE_'],
  ['two lengths', `200 OK\r\nContent-Length: 3\r\n${whole}`, 502, 'HPE_'],
  ['a folded header', `200 OK\r\nX: a\r\n b\r\n${whole}`, 502, 'HPE_'],
  ['a control character in a header', `200 OK\r\nX: a\x01b\r\n${whole}`, 502, 'HPE_'],
  ['headers beyond every limit', `200 OK\r\nX: ${'x'.repeat(100_000)}\r\n${whole}`, 502, 'HPE_HEADER_OVERFLOW'],
  ['a length at 204', '204 No Content\r\nContent-Length: 2\r\n\r\n', 204, 'HTTP/1.1 204 No Content\r\n'],
]
