import { skipToken, useQuery } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { pageUser } from '#web/api/page-user.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { StreamLikeButton } from './stream-like-button.tsx'

const ID = '0198a1b2-0000-7000-8000-000000000001'
const LIKE = `POST /api/streams/${ID}/like`
const cachedStream = {
  id: ID,
  likesCount: 10,
  viewer: { isOwner: false, canChat: true, isLiked: false, hasReminder: false },
}

function CachedStreamLikeButton() {
  const { data } = useQuery<typeof cachedStream>({ queryKey: entityKey('streams', ID), queryFn: skipToken })
  return data ? <StreamLikeButton stream={data} /> : null
}

function show(responses: Parameters<typeof stubCalls>[0], user: CurrentUser | null = testCurrentUser(1)) {
  const server = TestSocketServer.listen()
  const calls = stubCalls(responses)
  if (user) setCurrentUser(user)
  else pageUser.set({ user })
  queryClient.setQueryData(entityKey('streams', ID), cachedStream)
  render(
    <DataTestProvider>
      <CachedStreamLikeButton />
      <Toaster />
    </DataTestProvider>,
  )
  return { ...calls, server }
}

const button = (name: string, pressed: boolean) => screen.findByRole('button', { name, pressed })

test('a press likes at once, and then shows the server’s count', async () => {
  let respond: (response: Response) => void = () => {}
  const { bodies } = show({ [LIKE]: () => new Promise((resolve) => (respond = resolve)) })
  fireEvent.click(await button('Like 10', false))
  await button('Like 11', true)
  expect(bodies).toEqual([{ liked: true }])
  await act(async () => respond(Response.json({ liked: true, likesCount: 15 })))
  await button('Like 15', true)
})

test('of several presses before the first response, the last one wins', async () => {
  const responses: (() => void)[] = []
  const { bodies } = show({
    [LIKE]: ({ body }) => {
      const liked = JSON.stringify(body).includes('true')
      return new Promise((resolve) =>
        responses.push(() => resolve(Response.json({ liked, likesCount: liked ? 11 : 10 }))),
      )
    },
  })
  for (const [name, pressed] of [
    ['Like 10', false],
    ['Like 11', true],
  ] as const)
    fireEvent.click(await button(name, pressed))
  await button('Like 10', false)
  await act(async () => responses.shift()?.())
  await waitFor(() => expect(responses).toHaveLength(1))
  await act(async () => responses.shift()?.())
  await button('Like 10', false)
  expect(bodies).toEqual([{ liked: true }, { liked: false }])
})

test('a failed like is undone, with an error', async () => {
  show({
    [LIKE]: () => errorResponse(503, { code: 'unavailable' }),
    [`GET /api/streams/${ID}`]: () => Response.json({ ...cachedStream, likesCount: 12 }),
  })
  fireEvent.click(await button('Like 10', false))
  await button('Like 12', false)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to update like')
})

test('a visitor sees a request to log in, and nothing is sent', async () => {
  const { seen } = show({}, null)
  fireEvent.click(await button('Like 10', false))
  expect((await screen.findByRole('alert')).textContent).toContain('Please log in to like streams')
  expect(seen).toEqual([])
})

test('a like on another page of the same user is shown here', async () => {
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
