import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call, callList } from './call.ts'
import { pageUser } from './page-user.ts'
import { testOwnUser } from './test-users.ts'

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

const answer = (body: unknown, init: ResponseInit = {}) =>
  fetched.mockResolvedValueOnce(Response.json(body, init))
const asked = () => fetched.mock.calls[0]

const listThings = endpoint({
  method: 'GET',
  path: '/api/things/:id/parts/:part',
  access: 'anyone',
  params: z.object({ id: z.string(), part: z.string() }),
  query: z.object({ after: z.optional(z.string()), limit: z.optional(z.number()) }),
  response: z.array(z.string()),
})
const addThing = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'member',
  body: z.object({ name: z.string() }),
  response: z.object({ id: z.string() }),
})
const endThing = endpoint({
  method: 'POST',
  path: '/api/things/end',
  access: 'member',
  response: z.object({}),
})

test('parameters and query are put into the address, and what is undefined is left out', async () => {
  answer(['a'])
  const params = { id: 'a/b?c', part: 'é' }
  expect(await call(listThings, { params, query: { after: 'x&y', limit: undefined } })).toEqual(['a'])
  expect(asked()?.[0]).toBe('/api/things/a%2Fb%3Fc/parts/%C3%A9?after=x%26y')
  expect(asked()?.[1]).toMatchObject({ method: 'GET', credentials: 'same-origin' })
})

test('without a query there is no question mark', async () => {
  answer([])
  await call(listThings, { params: { id: '1', part: '2' } })
  expect(asked()?.[0]).toBe('/api/things/1/parts/2')
})

test('a body is sent as JSON with its type', async () => {
  answer({ id: '7' })
  expect(await call(addThing, { body: { name: 'drum' } })).toEqual({ id: '7' })
  expect(asked()?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"drum"}',
  })
})

test('without a body there is no type either', async () => {
  answer({})
  await call(endThing, {})
  expect(asked()?.[1]).not.toHaveProperty('body')
  expect(asked()?.[1].headers).toEqual({})
})

test('what changes something says whom the page is shown to', async () => {
  pageUser.set({ user: testOwnUser(7) })
  onTestFinished(() => pageUser.set({ user: null }))
  answer({ id: '7' })
  answer([])
  await call(addThing, { body: { name: 'drum' } })
  await call(listThings, { params: { id: '1', part: '2' } })
  expect(fetched.mock.calls.map(([, { headers }]) => headers)).toEqual([
    { 'content-type': 'application/json', 'x-member': testOwnUser(7).id },
    {},
  ])
})

test('every answer but success is an ApiError', async () => {
  answer({ message: 'Not yours.', code: 'forbidden' }, { status: 403 })
  const error: unknown = await call(endThing, {}).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 403, code: 'forbidden', text: 'Not yours.' })
})

test('no network is what the browser says it is', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(call(endThing, {})).rejects.toThrow(TypeError)
})

test('a call can be given up', async () => {
  answer([])
  const { signal } = new AbortController()
  await call(listThings, { params: { id: '1', part: '2' } }, { signal })
  expect(asked()?.[1].signal).toBe(signal)
})

test('a page of a list comes with the cursor of the next', async () => {
  const link = '</api/things/1/parts/2?limit=2&cursor=a%2Bb%3D>; rel="next"'
  answer(['a', 'b'], { headers: { link } })
  expect(await callList(listThings, { params: { id: '1', part: '2' } })).toEqual({
    items: ['a', 'b'],
    next: 'a+b=',
  })
})

test('the last page has no next', async () => {
  answer(['c'])
  expect(await callList(listThings, { params: { id: '1', part: '2' } })).toEqual({ items: ['c'], next: null })
})
