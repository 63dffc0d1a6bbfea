import { skipToken, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#shared/users.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { pageUser } from '#web/api/page-user.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { LikeButton } from './like-button.tsx'

const ID = '0198a1b2-0000-7000-8000-000000000001'
const LIKE = `POST /api/streams/${ID}/like`
const known = {
  id: ID,
  likesCount: 10,
  viewer: { isOwner: false, canChat: true, isLiked: false, hasReminder: false },
}

function Shown() {
  const { data } = useQuery<typeof known>({ queryKey: entityKey('streams', ID), queryFn: skipToken })
  return data ? <LikeButton stream={data} /> : null
}

function show(answers: Parameters<typeof stubCalls>[0], user: CurrentUser | null = testCurrentUser(1)) {
  const server = TestSocketServer.listen()
  const calls = stubCalls(answers)
  if (user) setCurrentUser(user)
  else pageUser.set({ user })
  queryClient.setQueryData(entityKey('streams', ID), known)
  render(
    <DataTestProvider>
      <Shown />
      <Toaster />
    </DataTestProvider>,
  )
  return { ...calls, server }
}

const button = (name: string, pressed: boolean) => screen.findByRole('button', { name, pressed })

test('a press likes at once, and the server’s count holds', async () => {
  let grant: (answer: Response) => void = () => {}
  const { bodies } = show({ [LIKE]: () => new Promise((resolve) => (grant = resolve)) })
  fireEvent.click(await button('Like 10', false))
  await button('Like 11', true)
  expect(bodies).toEqual([{ liked: true }])
  await act(async () => grant(Response.json({ liked: true, likesCount: 15 })))
  await button('Like 15', true)
})

test('pressing faster than the network answers, the last intent wins', async () => {
  const grants: (() => void)[] = []
  const { bodies } = show({
    [LIKE]: ({ body }) => {
      const liked = JSON.stringify(body).includes('true')
      return new Promise((resolve) =>
        grants.push(() => resolve(Response.json({ liked, likesCount: liked ? 11 : 10 }))),
      )
    },
  })
  for (const [name, pressed] of [
    ['Like 10', false],
    ['Like 11', true],
  ] as const)
    fireEvent.click(await button(name, pressed))
  await button('Like 10', false)
  await act(async () => grants.shift()?.())
  await waitFor(() => expect(grants).toHaveLength(1))
  await act(async () => grants.shift()?.())
  await button('Like 10', false)
  expect(bodies).toEqual([{ liked: true }, { liked: false }])
})

test('a refusal takes the like back, and says so', async () => {
  show({
    [LIKE]: () => errorResponse(503, { code: 'unavailable' }),
    [`GET /api/streams/${ID}`]: () => Response.json({ ...known, likesCount: 12 }),
  })
  fireEvent.click(await button('Like 10', false))
  await button('Like 12', false)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update like')
})

test('a visitor is told to log in, and nothing is sent', async () => {
  const { seen } = show({}, null)
  fireEvent.click(await button('Like 10', false))
  expect((await screen.findByRole('alert')).textContent).toContain('Please log in to like streams')
  expect(seen).toEqual([])
})

test('a like on another page of the member’s shows here', async () => {
  const { server } = show({})
  act(() => server.accept())
  act(() =>
    server.sendMessage({
      type: 'stream_like_changed',
      streamId: ID,
      data: { isLiked: true, likesCount: 11 },
    }),
  )
  expect(await button('Like 11', true)).toBeTruthy()
})

test('a like that is on its way is newer than what another page of the member’s did', async () => {
  let grant: (answer: Response) => void = () => {}
  const { server } = show({ [LIKE]: () => new Promise((resolve) => (grant = resolve)) })
  act(() => server.accept())
  fireEvent.click(await button('Like 10', false))
  act(() =>
    server.sendMessage({
      type: 'stream_like_changed',
      streamId: ID,
      data: { isLiked: false, likesCount: 10 },
    }),
  )
  expect(await button('Like 11', true)).toBeTruthy()
  await act(async () => grant(Response.json({ liked: true, likesCount: 11 })))
})
