import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { LIST_VERSION_HEADER } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ApiError } from './api-error.ts'
import { call, callList } from './call.ts'
import { pageUser } from './page-user.ts'
import { testCurrentUser } from './test-users.ts'

const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()

beforeEach(() => {
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

const respond = (body: unknown, init: ResponseInit = {}) =>
  fetched.mockResolvedValueOnce(Response.json(body, init))
const firstRequest = () => fetched.mock.calls[0]

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

test('the URL contains parameters and query, without undefined values', async () => {
  respond(['a'])
  const params = { id: 'a/b?c', part: 'é' }
  expect(await call(listThings, { params, query: { after: 'x&y', limit: undefined } })).toEqual(['a'])
  expect(firstRequest()?.[0]).toBe('/api/things/a%2Fb%3Fc/parts/%C3%A9?after=x%26y')
  expect(firstRequest()?.[1]).toMatchObject({ method: 'GET', credentials: 'same-origin' })
})

test('the URL has no question mark without a query', async () => {
  respond([])
  await call(listThings, { params: { id: '1', part: '2' } })
  expect(firstRequest()?.[0]).toBe('/api/things/1/parts/2')
})

test('a body is sent as JSON with its content type', async () => {
  respond({ id: '7' })
  expect(await call(addThing, { body: { name: 'drum' } })).toEqual({ id: '7' })
  expect(firstRequest()?.[1]).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"drum"}',
  })
})

test('a call without a body has no content type', async () => {
  respond({})
  await call(endThing, {})
  expect(firstRequest()?.[1]).not.toHaveProperty('body')
  expect(firstRequest()?.[1].headers).toEqual({})
})

test('an unsafe call sends the id of the user that the page was loaded for', async () => {
  pageUser.set({ user: testCurrentUser(7) })
  onTestFinished(() => pageUser.set({ user: null }))
  respond({ id: '7' })
  respond([])
  await call(addThing, { body: { name: 'drum' } })
  await call(listThings, { params: { id: '1', part: '2' } })
  expect(fetched.mock.calls.map(([, { headers }]) => headers)).toEqual([
    { 'content-type': 'application/json', 'x-member': testCurrentUser(7).id },
    {},
  ])
})

test('every error response rejects with an ApiError', async () => {
  respond({ message: 'Not yours.', code: 'forbidden' }, { status: 403 })
  const error: unknown = await call(endThing, {}).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 403, code: 'forbidden', text: 'Not yours.' })
})

test('a network failure rejects with the error of fetch', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(call(endThing, {})).rejects.toThrow(TypeError)
})

test('a call can be aborted', async () => {
  respond([])
  const { signal } = new AbortController()
  await call(listThings, { params: { id: '1', part: '2' } }, { signal })
  expect(firstRequest()?.[1].signal).toBe(signal)
})

test('a page of a list has the cursor of the next page', async () => {
  const link = '</api/things/1/parts/2?limit=2&cursor=a%2Bb%3D>; rel="next"'
  respond(['a', 'b'], { headers: { link } })
  expect(await callList(listThings, { params: { id: '1', part: '2' } })).toEqual({
    items: ['a', 'b'],
    next: 'a+b=',
    snapshot: { cursor: null, at: expect.any(Number) },
  })
})

test('the last page of a list has no cursor', async () => {
  respond(['c'])
  const page = await callList(listThings, { params: { id: '1', part: '2' } })
  expect(page).toMatchObject({ items: ['c'], next: null })
})

test('a subscription continues from the version of a list, or else from its newest item', async () => {
  const cursorOf = async () =>
    (await callList(listThings, { params: { id: '1', part: '2' } })).snapshot.cursor
  respond([{ id: 'newest' }, { id: 'oldest' }])
  expect(await cursorOf()).toBe('newest')
  respond([{ id: 'newest' }], { headers: { [LIST_VERSION_HEADER]: 'v1' } })
  expect(await cursorOf()).toBe('v1')
})
