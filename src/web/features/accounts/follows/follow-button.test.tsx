import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refetchCurrentUser, setCurrentUser } from '#web/api/current-user.ts'
import { entityKey, cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { testCurrentUser, testUser } from '#web/api/test-users.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { FollowButton } from './follow-button.tsx'
import { followingKey } from './follow-cache.ts'
import { useOwnFollows } from './use-own-follows.ts'

const me = testCurrentUser(1)
const other = testUser(2, { followersCount: 10 })
const getFollow = `GET /api/follows/${me.id}/${other.id}`
const postFollow = `POST /api/users/${other.id}/follow`

beforeEach(() => setCurrentUser(me))

const show = (props: Partial<Parameters<typeof FollowButton>[0]> = {}) =>
  render(
    <DataTestProvider>
      <FollowButton userId={other.id} name="Ada" {...props} />
      <Toaster />
    </DataTestProvider>,
  )
const button = (name: string) => screen.findByRole('button', { name, busy: false })
const count = () => queryClient.getQueryData<typeof other>(entityKey('users', other.id))?.followersCount
const followResponse = (following: boolean) =>
  Response.json({ following, followersCount: following ? 11 : 10 })

test('a press shows the new state immediately, and the count of the response later', async () => {
  let respond: (response: Response) => void = () => {}
  const { bodies } = stubCalls({
    [getFollow]: () => Response.json({ following: false }),
    [postFollow]: () => new Promise((resolve) => (respond = resolve)),
  })
  cacheEntities('users', [other])
  show()
  fireEvent.click(await button('Follow'))
  const pressed = await button('Following')
  expect(pressed.getAttribute('aria-pressed')).toBe('true')
  expect(count()).toBe(11)
  expect(bodies.at(-1)).toEqual({ following: true })
  await act(async () => respond(Response.json({ following: true, followersCount: 15 })))
  await waitFor(() => expect(count()).toBe(15))
  expect(screen.queryByText('Following!')).toBeNull()
})

test('of presses faster than the network, the last one wins', async () => {
  const pendingResponses: (() => void)[] = []
  const { bodies } = stubCalls({
    [postFollow]: ({ body }) =>
      new Promise((resolve) =>
        pendingResponses.push(() => resolve(followResponse(JSON.stringify(body).includes('true')))),
      ),
  })
  queryClient.setQueryData(followingKey(other.id), false)
  cacheEntities('users', [other])
  show()
  fireEvent.click(await button('Follow'))
  fireEvent.click(await button('Following'))
  fireEvent.click(await button('Follow'))
  fireEvent.click(await button('Following'))
  expect(count()).toBe(10)
  await act(async () => pendingResponses.shift()?.())
  await waitFor(() => expect(pendingResponses).toHaveLength(1))
  await act(async () => pendingResponses.shift()?.())
  expect(bodies).toEqual([{ following: true }, { following: false }])
  expect(await button('Follow')).toBeTruthy()
  expect(count()).toBe(10)
})

test('with `showsToasts`, toasts report the outcome', async () => {
  stubCalls({ [postFollow]: ({ body }) => followResponse(JSON.stringify(body).includes('true')) })
  queryClient.setQueryData(followingKey(other.id), false)
  show({ showsToasts: true })
  fireEvent.click(await button('Follow'))
  expect(await screen.findByText('Following!')).toBeTruthy()
  fireEvent.click(await button('Following'))
  expect(await screen.findByText('Unfollowed')).toBeTruthy()
})

test('a refusal reverts the button, refetches the state and shows an error', async () => {
  const { seen } = stubCalls({
    [getFollow]: () => Response.json({ following: false }),
    [postFollow]: () => errorResponse(500, {}),
    [`GET /api/users/${other.id}`]: () => Response.json({ ...other, followersCount: 12 }),
  })
  queryClient.setQueryData(followingKey(other.id), false)
  cacheEntities('users', [other])
  show()
  fireEvent.click(await button('Follow'))
  expect(await screen.findByText('Failed to update follow status')).toBeTruthy()
  expect(screen.getByText('Error')).toBeTruthy()
  expect(await button('Follow')).toBeTruthy()
  await waitFor(() => expect(count()).toBe(12))
  expect(seen).toContain(getFollow)
})

test('after a failure the button shows the last state that the server confirmed', async () => {
  let respond: (response: Response) => void = () => {}
  const { bodies } = stubCalls({
    [getFollow]: () => errorResponse(503, {}),
    [postFollow]: () =>
      bodies.length > 1 ? errorResponse(503, {}) : new Promise((resolve) => (respond = resolve)),
  })
  queryClient.setQueryData(followingKey(other.id), false)
  cacheEntities('users', [other])
  show()
  fireEvent.click(await button('Follow'))
  fireEvent.click(await button('Following'))
  expect(await button('Follow')).toBeTruthy()
  await act(async () => respond(followResponse(true)))
  expect(await screen.findByText('Failed to update follow status')).toBeTruthy()
  expect(await button('Following')).toBeTruthy()
  expect(count()).toBe(11)
})

test('after the session has ended, a press shows a message and leads to the sign-in page', async () => {
  stubCalls({
    [postFollow]: () => errorResponse(401, { code: 'unauthorized', message: 'Unauthorized' }),
    [getFollow]: () => errorResponse(401, { code: 'unauthorized' }),
    [`GET /api/users/${other.id}`]: () => Response.json(other),
  })
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  queryClient.setQueryData(followingKey(other.id), false)
  show()
  fireEvent.click(await button('Follow'))
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
  await waitFor(() => expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login/)))
})

test('the current user gets no button, and visitors get a sign-in link only with `forVisitors`', async () => {
  stubCalls({ 'GET /api/auth/user': () => errorResponse(401, { code: 'unauthorized' }) })
  const { rerender } = show({ userId: me.id })
  expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull()
  await act(() => refetchCurrentUser())
  rerender(
    <DataTestProvider>
      <FollowButton userId={other.id} name="Ada" />
    </DataTestProvider>,
  )
  expect(screen.queryByText('Follow')).toBeNull()
  rerender(
    <DataTestProvider>
      <FollowButton userId={other.id} name="Ada" forVisitors />
    </DataTestProvider>,
  )
  expect(screen.getByRole('link', { name: 'Follow' }).getAttribute('href')).toMatch(/^\/api\/login/)
})

test('a follow on another page of the user shows here, unless this page has a request in flight', async () => {
  const server = TestSocketServer.listen()
  let respond: (response: Response) => void = () => {}
  stubCalls({ [postFollow]: () => new Promise((resolve) => (respond = resolve)) })
  queryClient.setQueryData(followingKey(other.id), false)
  cacheEntities('users', [me, other])
  function ButtonWithOwnFollows() {
    useOwnFollows(me.id)
    return <FollowButton userId={other.id} name="Ada" />
  }
  render(
    <DataTestProvider>
      <ButtonWithOwnFollows />
    </DataTestProvider>,
  )
  const sendFollowChanged = (isFollowing: boolean, followersCount: number, followingCount: number) => {
    const data = { isFollowing, followersCount, followingCount }
    act(() => server.sendMessage({ type: 'follow_changed', userId: other.id, data }))
  }
  act(() => server.accept())
  sendFollowChanged(true, 11, 4)
  expect(await button('Following')).toBeTruthy()
  expect(count()).toBe(11)
  expect(queryClient.getQueryData(entityKey('users', me.id))).toMatchObject({ followingCount: 4 })
  fireEvent.click(await button('Following'))
  sendFollowChanged(true, 11, 4)
  expect(queryClient.getQueryData(followingKey(other.id))).toBe(false)
  await act(async () => respond(followResponse(false)))
  expect(await button('Follow')).toBeTruthy()
  expect(count()).toBe(10)
})
