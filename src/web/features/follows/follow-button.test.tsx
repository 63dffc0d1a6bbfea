import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { refetchCurrentUser, setCurrentUser } from '#web/api/current-user.ts'
import { entityKey, cacheEntities } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { testOwnUser, testUser } from '#web/api/test-users.ts'
import { answerCalls, DataTestProvider, refusal } from '#web/api/test-network.tsx'
import { TestServer } from '#web/realtime/test-server.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { FollowButton } from './follow-button.tsx'
import { followingKey } from './follow-cache.ts'
import { useOwnFollows } from './use-own-follows.ts'

const me = testOwnUser(1)
const other = testUser(2, { followersCount: 10 })
const asked = `GET /api/follows/${me.id}/${other.id}`
const follow = `POST /api/users/${other.id}/follow`

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
const answer = (following: boolean) => Response.json({ following, followersCount: following ? 11 : 10 })

test('a press shows at once what the server grants later, with its count', async () => {
  let grant: (answer: Response) => void = () => {}
  const { bodies } = answerCalls({
    [asked]: () => Response.json({ following: false }),
    [follow]: () => new Promise((resolve) => (grant = resolve)),
  })
  cacheEntities('users', [other])
  show()
  fireEvent.click(await button('Follow'))
  const pressed = await button('Following')
  expect(pressed.getAttribute('aria-pressed')).toBe('true')
  expect(count()).toBe(11)
  expect(bodies.at(-1)).toEqual({ following: true })
  await act(async () => grant(Response.json({ following: true, followersCount: 15 })))
  await waitFor(() => expect(count()).toBe(15))
  expect(screen.queryByText('Following!')).toBeNull()
})

test('pressing faster than the network answers, the last intent wins', async () => {
  const grants: (() => void)[] = []
  const { bodies } = answerCalls({
    [follow]: ({ body }) =>
      new Promise((resolve) => grants.push(() => resolve(answer(JSON.stringify(body).includes('true'))))),
  })
  queryClient.setQueryData(followingKey(other.id), false)
  cacheEntities('users', [other])
  show()
  fireEvent.click(await button('Follow'))
  fireEvent.click(await button('Following'))
  fireEvent.click(await button('Follow'))
  fireEvent.click(await button('Following'))
  expect(count()).toBe(10)
  await act(async () => grants.shift()?.())
  await waitFor(() => expect(grants).toHaveLength(1))
  await act(async () => grants.shift()?.())
  expect(bodies).toEqual([{ following: true }, { following: false }])
  expect(await button('Follow')).toBeTruthy()
  expect(count()).toBe(10)
})

test('where it is told, toasts say what became of it', async () => {
  answerCalls({ [follow]: ({ body }) => answer(JSON.stringify(body).includes('true')) })
  queryClient.setQueryData(followingKey(other.id), false)
  show({ isTold: true })
  fireEvent.click(await button('Follow'))
  expect(await screen.findByText('Following!')).toBeTruthy()
  fireEvent.click(await button('Following'))
  expect(await screen.findByText('Unfollowed')).toBeTruthy()
})

test('a refusal takes it back, asks what is so, and says so', async () => {
  const { seen } = answerCalls({
    [asked]: () => Response.json({ following: false }),
    [follow]: () => refusal(500, {}),
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
  expect(seen).toContain(asked)
})

test('whose session has ended is told so, and led to sign in', async () => {
  answerCalls({
    [follow]: () => refusal(401, { code: 'unauthorized', message: 'Unauthorized' }),
    [asked]: () => refusal(401, { code: 'unauthorized' }),
    [`GET /api/users/${other.id}`]: () => Response.json(other),
  })
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  queryClient.setQueryData(followingKey(other.id), false)
  show()
  fireEvent.click(await button('Follow'))
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeTruthy()
  await waitFor(() => expect(assign).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/login/)))
})

test('nobody follows itself, and a visitor sees no button', async () => {
  answerCalls({ 'GET /api/auth/user': () => refusal(401, { code: 'unauthorized' }) })
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

test('a follow on another page of the member shows here, unless a wish of this page is on its way', async () => {
  const server = TestServer.listen()
  let grant: (answer: Response) => void = () => {}
  answerCalls({ [follow]: () => new Promise((resolve) => (grant = resolve)) })
  queryClient.setQueryData(followingKey(other.id), false)
  cacheEntities('users', [me, other])
  function Own() {
    useOwnFollows(me.id)
    return <FollowButton userId={other.id} name="Ada" />
  }
  render(
    <DataTestProvider>
      <Own />
    </DataTestProvider>,
  )
  const say = (isFollowing: boolean, followersCount: number, followingCount: number) => {
    const data = { isFollowing, followersCount, followingCount }
    act(() => server.say({ type: 'follow_changed', userId: other.id, data }))
  }
  act(() => server.accept())
  say(true, 11, 4)
  expect(await button('Following')).toBeTruthy()
  expect(count()).toBe(11)
  expect(queryClient.getQueryData(entityKey('users', me.id))).toMatchObject({ followingCount: 4 })
  fireEvent.click(await button('Following'))
  say(true, 11, 4)
  expect(queryClient.getQueryData(followingKey(other.id))).toBe(false)
  await act(async () => grant(answer(false)))
  expect(await button('Follow')).toBeTruthy()
  expect(count()).toBe(10)
})
