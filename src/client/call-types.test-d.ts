import { createLamps, desk } from './lamps.fixture.ts'

const { verbs } = createLamps({ baseUrl: 'lamps.example' })
const body = { lit: true }

/** Calls that must not compile; they are never made. */
export async function refusedByTheCompiler() {
  // @ts-expect-error a path that the interface does not have
  await verbs.GET('/lamp/{lamp}', desk)
  // @ts-expect-error a method that the path does not have
  await verbs.PATCH('/lamps/{lamp}', desk)
  // @ts-expect-error a path parameter is missing
  await verbs.GET('/lamps/{lamp}')
  await verbs.GET('/lamps/{lamp}', {
    ...desk,
    // @ts-expect-error a GET has no body
    body,
  })
  // @ts-expect-error a body is missing
  await verbs.PUT('/lamps/{lamp}', desk)
  await verbs.PUT('/lamps/{lamp}', {
    ...desk,
    body: {
      // @ts-expect-error a value of another type
      lit: 'yes',
    },
  })
  await verbs.GET('/lamps/{lamp}', {
    params: {
      path: { lamp: 'desk' },
      query: {
        // @ts-expect-error a query parameter that the operation does not have
        color: 'red',
      },
    },
  })
  await verbs.GET('/lamps/{lamp}', {
    ...desk,
    // @ts-expect-error an option that a call does not have
    tmieout: 5,
  })
  const { error } = await verbs.GET('/lamps/{lamp}', desk)
  if (error?.status === 409) {
    // @ts-expect-error the body of a 409 is text
    console.log(error.body?.detail)
  }
  if (error?.status === 500) {
    // @ts-expect-error the body of a status that is not documented is unknown
    console.log(error.body.detail)
  }
  // @ts-expect-error no error has such a status
  if (error?.status === 200) console.log(error)
}
