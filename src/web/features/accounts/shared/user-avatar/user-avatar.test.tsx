import { useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { PublicUser } from '#shared/accounts/users.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider } from '#web/api/test-network.tsx'
import { testUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { hiddenUsers } from '../hidden-users/hidden-users.ts'
import { UserAvatar } from './user-avatar.tsx'

const user = testUser(1, { firstName: 'Ada', lastName: 'Obi' })
const live = { isLive: true, liveStreamId: '0198c1d2-0000-7000-8000-000000000099' }
const offline = { isLive: false, liveStreamId: null }

afterEach(() => {
  hiddenUsers.set({ ids: new Set() })
  queryClient.clear()
})

function CachedAvatar({ decorative }: { decorative: boolean }) {
  const { data } = useQuery<PublicUser>({ queryKey: ['users', user.id], enabled: false })
  return data && <UserAvatar user={data} decorative={decorative} />
}

async function show(decorative: boolean) {
  const server = TestSocketServer.listen()
  queryClient.setQueryData(['users', user.id], user)
  const { container } = render(
    <DataTestProvider>
      <CachedAvatar decorative={decorative} />
    </DataTestProvider>,
  )
  act(() => server.accept())
  await expect.poll(() => server.received('watch').at(-1)).toMatchObject({ liveUserIds: [user.id] })
  const change = (data: typeof live | typeof offline) =>
    act(() => server.sendMessage({ type: 'user_live_changed', userId: user.id, data }))
  return { change, ringOf: () => container.querySelector('.live-arc') }
}

test('the ring and its name appear when the user goes live, and disappear at the end', async () => {
  const { change, ringOf } = await show(false)
  expect(screen.getByRole('img', { name: 'Ada Obi' })).toBeTruthy()
  expect(ringOf()).toBeNull()
  change(live)
  expect(await screen.findByRole('img', { name: 'Ada Obi, live now' })).toBeTruthy()
  expect(ringOf()).toBeTruthy()
  change(offline)
  expect(await screen.findByRole('img', { name: 'Ada Obi' })).toBeTruthy()
  expect(ringOf()).toBeNull()
})

test('beside the name only that the user is live is for screen readers', async () => {
  const { change, ringOf } = await show(true)
  expect(screen.queryByText('Live now')).toBeNull()
  change(live)
  expect(await screen.findByText('Live now')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
  expect(ringOf()).toBeTruthy()
})

test('a hidden user does not go live on this page, but ends', async () => {
  const { change } = await show(false)
  const isLive = () => queryClient.getQueryData<PublicUser>(['users', user.id])?.isLive
  hiddenUsers.set({ ids: new Set([user.id]) })
  change(live)
  expect(isLive()).toBe(false)
  hiddenUsers.set({ ids: new Set() })
  change(live)
  expect(isLive()).toBe(true)
  hiddenUsers.set({ ids: new Set([user.id]) })
  change(offline)
  expect(isLive()).toBe(false)
})
