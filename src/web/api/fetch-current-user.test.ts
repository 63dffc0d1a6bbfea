import { expect, test } from 'vitest'
import { fetchCurrentUser } from './fetch-current-user.ts'
import { answerCalls, refusal } from './test-network.tsx'

const answer = (response: Response) => answerCalls({ 'GET /api/auth/user': () => response })

test('the server says who is signed in', async () => {
  answer(Response.json({ firstName: 'Ada' }))
  expect(await fetchCurrentUser()).toEqual({ firstName: 'Ada' })
})

test('401 is a visitor', async () => {
  answer(refusal(401, { code: 'unauthorized' }))
  expect(await fetchCurrentUser()).toBeNull()
})

test('every other failure is thrown: it says nothing about who is signed in', async () => {
  answer(refusal(503, { code: 'unavailable' }))
  await expect(fetchCurrentUser()).rejects.toMatchObject({ status: 503 })
})
