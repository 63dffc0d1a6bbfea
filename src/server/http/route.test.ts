import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { route } from './route.ts'

const getUser = endpoint({
  method: 'GET',
  path: '/api/user',
  access: 'anyone',
  response: z.object({ name: z.string(), handle: z.nullable(z.string()) }),
})

test('a property that is not in the schema of the response never leaves the server', async () => {
  const app = Fastify()
  app.decorateRequest('user', null)
  route(app, getUser, async () => Object.assign({ name: 'Ama', handle: null }, { email: 'ama@example.org' }))
  for (let call = 0; call < 2; call++)
    expect((await app.inject('/api/user')).json()).toEqual({ name: 'Ama', handle: null })
})
