import { type } from 'arktype'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { sent } from './params.fixture.ts'
import { accepted, asRecord, list, optional, readQuery, refused, toBytes, type ValueReader } from './request-params.ts'

const point: ValueReader<{ x: number; y: number }> = {
  readParameter(raw) {
    const [, x, y] = /^(-?\d+),(-?\d+)$/.exec(raw) ?? []
    return x && y ? accepted({ x: Number(x), y: Number(y) }) : refused("has to be two numbers with a comma, e.g. '1,2'")
  },
  readParameterJSON: (json) => (typeof json === 'string' ? point.readParameter(json) : refused('Expected Point')),
}

it('PRM-013: a reader of your own is accepted by every operation that parses', async () => {
  const params = await sent.query('at=1,2&at=3,4')
  const first = { x: 1, y: 2 }
  expect(params.param('at', point)).toEqual(first)
  expect(params.paramOrDefault('at', point, null)).toEqual(first)
  expect(params.paramOrNothing('at', point)).toEqual(first)
  expect(params.paramOrError('at', point)).toEqual({ ok: true, value: first })
  expect(params.paramList('at', point)).toEqual([first, { x: 3, y: 4 }])
  expect(params.paramListOrNothing('at', point)).toEqual([first, { x: 3, y: 4 }])
  expect(params.fill(asRecord({ at: { x: 0, y: 0 } }, { at: point }), ['at']).at).toEqual(first)
})

it('PRM-054, PRM-056: a reader of your own reads text with one function, and JSON with the other (PRM-G14)', async () => {
  const message = "param: Parameter 'at' could not be parsed, has to be two numbers with a comma, e.g. '1,2'"
  for (const params of [await sent.query('at=1'), await sent.form('at=1')]) {
    expect(() => params.param('at', point)).toThrow(message)
  }
  expect((await sent.json({ at: '1,2' })).param('at', point)).toEqual({ x: 1, y: 2 })
  const params = await sent.json({ at: [1, 2] })
  expect(() => params.param('at', point)).toThrow("param: Parameter 'at' could not be parsed, Expected Point")
})

it('PRM-008: a reader of your own may go by the bytes', async () => {
  const latin1: ValueReader<string> = {
    readParameter: (raw) => accepted(Buffer.from(toBytes(raw)).toString('latin1')),
    readParameterJSON: () => refused('Expected bytes'),
  }
  expect((await sent.query('name=Ren%e9')).param('name', latin1)).toBe('René')
})

it('PRM-013: a reader of your own may be an instance of a class', () => {
  class Below implements ValueReader<number> {
    #limit = 10
    readParameter(raw: string) {
      return Number(raw) < this.#limit ? accepted(Number(raw)) : refused(`has to be below ${this.#limit}`)
    }
    readParameterJSON(json: unknown) {
      return this.readParameter(String(json))
    }
  }
  const outcome = readQuery('a=1,12').paramOrError('a', list(optional(new Below())))
  expect(outcome).toMatchObject({ error: { reason: 'has to be below 10' } })
})

const page = {
  Zod: z.coerce.number().int().min(1),
  Valibot: v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1)),
  ArkType: type('string.integer.parse').to('number >= 1'),
}

it.each(Object.entries(page))('PRM-013: a Standard Schema validator of %s is a reader', async (_vendor, schema) => {
  const params = await sent.query('page=2&bad=0')
  expect(params.param('page', schema)).toBe(2)
  expect(() => params.param('bad', schema)).toThrow(/^param: Parameter 'bad' could not be parsed, .+/)
})

it('PRM-013: a Standard Schema validator reads JSON values, nested ones too, and files', async () => {
  const params = await sent.json({ address: { zip: 10121 } })
  expect(params.param('address', z.object({ zip: z.number() }))).toEqual({ zip: 10121 })
  const form = new FormData()
  form.set('avatar', new File(['x'], 'x.png', { type: 'image/png' }))
  expect((await sent.multipart(form)).param('avatar', z.file().mime('image/png'))).toMatchObject({ name: 'x.png' })
})

it('PRM-055: a Standard Schema validator joins the messages of all issues', () => {
  const schema = z
    .string()
    .min(3, 'too short')
    .regex(/^[a-z]+$/, 'not in lower case')
  const outcome = readQuery('name=A').paramOrError('name', schema)
  expect(outcome).toMatchObject({ error: { reason: 'too short; not in lower case' } })
})

it('PRM-055: a Standard Schema validator is never given a string that is not UTF-8, however deep', async () => {
  const refusal = { error: { reason: 'has to be valid UTF-8' } }
  expect((await sent.query('a=%ff')).paramOrError('a', z.string())).toMatchObject(refusal)
  for (const value of ['\ud800', ['\udcff'], { b: { '\udcff': 1 } }, '\\\udcff']) {
    expect((await sent.json({ a: value })).paramOrError('a', z.any())).toMatchObject(refusal)
  }
  for (const value of ['😀', '\\udcff', '\\\\udcff', ['\\'], { '\\ud800': '"\\ud800' }]) {
    expect((await sent.json({ a: value })).param('a', z.any())).toEqual(value)
  }
})

it('a Standard Schema validator says so when it is asynchronous', async () => {
  const schema = z.string().refine(async () => true)
  const params = await sent.query('name=Ada')
  expect(() => params.param('name', schema)).toThrow(
    new TypeError('a schema of zod is asynchronous: await it yourself'),
  )
})
