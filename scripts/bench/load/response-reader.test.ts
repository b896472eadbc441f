import { describe, expect, it } from 'vitest'
import { ResponseReader } from './response-reader.ts'

const answer = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello'

describe('ResponseReader', () => {
  it('tells the status of an answer in one packet, and of the next one', () => {
    const reader = new ResponseReader()
    expect(reader.push(Buffer.from(answer))).toBe(200)
    expect(reader.push(Buffer.from('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n'))).toBe(404)
  })

  it('takes an answer that is split anywhere', () => {
    for (let at = 1; at < answer.length; at++) {
      const reader = new ResponseReader()
      expect(reader.push(Buffer.from(answer.slice(0, at)))).toBe(0)
      expect(reader.push(Buffer.from(answer.slice(at)))).toBe(200)
    }
  })

  it('needs no length where there can be no body', () => {
    expect(new ResponseReader().push(Buffer.from('HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n'))).toBe(204)
  })

  it('takes an answer in chunks, split anywhere, and then another', () => {
    const chunked =
      'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA\r\n\r\n56789012\r\n0\r\n\r\n'
    const reader = new ResponseReader()
    expect(reader.push(Buffer.from(chunked))).toBe(201)
    for (let at = 1; at < chunked.length; at++) {
      expect(reader.push(Buffer.from(chunked.slice(0, at)))).toBe(0)
      expect(reader.push(Buffer.from(chunked.slice(at)))).toBe(201)
    }
    expect(reader.push(Buffer.from(answer))).toBe(200)
  })

  it('refuses chunks that are none, and bytes after the last', () => {
    const head = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(() => new ResponseReader().push(Buffer.from(`${head}hello\r\n`))).toThrow('has no size')
    expect(() => new ResponseReader().push(Buffer.from(`${head}0\r\n\r\n!!`))).toThrow('2 bytes came after the end')
  })

  it('refuses an answer whose end it cannot know', () => {
    const endless = Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello')
    expect(() => new ResponseReader().push(endless)).toThrow('an answer has neither Content-Length nor chunks')
  })

  it('refuses bytes that belong to no request', () => {
    expect(() => new ResponseReader().push(Buffer.from(`${answer}!`))).toThrow('1 bytes came after the end')
  })
})
