import { afterEach, expect, test } from 'vitest'
import { testUser, testUserSummary } from '#web/api/test-users.ts'
import { queryClient } from '#web/api/query-client.ts'
import { updateShownUser } from './update-shown-user.ts'

afterEach(() => queryClient.clear())

const [ada, ben] = [testUser(1), testUser(2)]
const live = { isLive: true, liveStreamId: '0198c1d2-0000-7000-8000-000000000099' }

test('a user is changed wherever the cache contains the user, and nothing else is', () => {
  const untouched = { pages: [[{ id: 'post', author: ben }]], at: new Date(0) }
  queryClient.setQueryData(['users', ada.id], ada)
  queryClient.setQueryData(['posts', 'one'], { id: 'one', authorId: ada.id, author: ada })
  queryClient.setQueryData(['comments'], { pages: [[{ id: 'comment', user: ada }]], pageParams: [null] })
  queryClient.setQueryData(['search'], [{ type: 'people', user: testUserSummary(1) }, null])
  queryClient.setQueryData(['others'], untouched)
  // A tip has a user without the live state.
  queryClient.setQueryData(['tips'], [{ tipper: { id: ada.id, handle: ada.handle } }])
  updateShownUser(ada.id, live)
  expect(queryClient.getQueryData(['users', ada.id])).toEqual({ ...ada, ...live })
  expect(queryClient.getQueryData(['posts', 'one'])).toMatchObject({ id: 'one', author: live })
  expect(queryClient.getQueryData(['comments'])).toMatchObject({ pages: [[{ user: live }]] })
  expect(queryClient.getQueryData(['search'])).toMatchObject([{ user: live }, null])
  expect(queryClient.getQueryData(['others'])).toBe(untouched)
  expect(queryClient.getQueryData(['tips'])).toEqual([{ tipper: { id: ada.id, handle: ada.handle } }])
})

test('a repeated state changes nothing, and a failed or pending query stays as it is', () => {
  const post = { id: 'one', author: { ...ada, ...live } }
  queryClient.setQueryData(['posts', 'one'], post)
  queryClient.getQueryCache().build(queryClient, { queryKey: ['pending'] })
  updateShownUser(ada.id, live)
  expect(queryClient.getQueryData(['posts', 'one'])).toBe(post)
  expect(queryClient.getQueryState(['pending'])).toMatchObject({ status: 'pending', data: undefined })
})
