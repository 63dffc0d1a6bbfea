import { expect, test } from 'vitest'
import { fetchCurrentUser } from './fetch-current-user.ts'
import { stubCalls, errorResponse } from './test-network.tsx'

const respondWith = (response: Response) => stubCalls({ 'GET /api/auth/user': () => response })

test('the signed-in user is returned', async () => {
  respondWith(Response.json({ firstName: 'Ada' }))
  expect(await fetchCurrentUser()).toEqual({ firstName: 'Ada' })
})

test('a 401 returns null, for a visitor', async () => {
  respondWith(errorResponse(401, { code: 'unauthorized' }))
  expect(await fetchCurrentUser()).toBeNull()
})

test('every other error is thrown, as the user may still be signed in', async () => {
  respondWith(errorResponse(503, { code: 'unavailable' }))
  await expect(fetchCurrentUser()).rejects.toMatchObject({ status: 503 })
})
