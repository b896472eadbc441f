import { hostileAnswers } from '../../../src/validate/proxy/hostile-answers.fixture.ts'
import { startProxy } from '../../../src/validate/proxy/proxy.ts'
import { sendBytes, startRawUpstream, statusesIn } from '../../../src/validate/proxy/raw-upstream.fixture.ts'
import { smugglings } from '../../../src/validate/proxy/smuggling.fixture.ts'
import type { AttackResult } from './result.ts'

/** Smuggled requests and hostile answers, against a proxy before an upstream that records bytes. */
export async function attackProxy(): Promise<AttackResult> {
  const faults = [...(await smuggle()), ...(await answerOddly())]
  const lines = [
    `proxy: ${smugglings.length} attempts to smuggle a request, ${hostileAnswers.length} hostile answers, one in and one out`,
  ]
  return { lines, faults }
}

async function smuggle(): Promise<string[]> {
  const upstream = await startRawUpstream()
  const proxy = await startProxy({ name: 'orders', upstream: upstream.url, onFinding: () => {} })
  const faults: string[] = []
  for (const { title, bytes, requests, body } of smugglings) {
    upstream.forget()
    const answered = statusesIn(await sendBytes(proxy.origin, bytes)).filter((status) => status === 200).length
    const sent = upstream.requests()
    const isRight = sent.length === requests && answered === requests && sent.every((request) => request.body === body)
    if (!isRight) faults.push(`${title}: ${sent.length} requests at the upstream for ${requests}`)
  }
  await proxy.close()
  upstream.close()
  return faults
}

async function answerOddly(): Promise<string[]> {
  const faults: string[] = []
  for (const [title, answer, status] of hostileAnswers) {
    const upstream = await startRawUpstream(`HTTP/1.1 ${answer}`)
    const proxy = await startProxy({ name: 'orders', upstream: upstream.url, onFinding: () => {} })
    for (const attempt of ['first', 'second']) {
      const received = await sendBytes(proxy.origin, 'GET /api/orders HTTP/1.1\r\nHost: x\r\n\r\n')
      if (statusesIn(received).join() !== String(status))
        faults.push(`${title}, ${attempt} time: ${received.slice(0, 60)}`)
    }
    await proxy.close()
    upstream.close()
  }
  return faults
}
