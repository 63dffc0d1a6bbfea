import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import { stubCalls, DataTestProvider } from '#web/api/test-network.tsx'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { testNotification } from './test-notification.ts'
import { UnreadBadge } from './unread-badge.tsx'

let server: TestSocketServer
let unreadCount: number
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  unreadCount = 0
  server = TestSocketServer.listen()
})
afterEach(() => {
  vi.useRealTimers()
})

async function show() {
  const network = stubCalls({
    'GET /api/auth/user': () => Response.json({ id: '0198c1d2-0000-7000-8000-00000000000a' }),
    'GET /api/notifications/unread': () => Response.json({ unreadCount }),
  })
  const page = render(
    <DataTestProvider>
      <a href="/activity">
        <UnreadBadge />
        Activity
      </a>
    </DataTestProvider>,
  )
  await vi.waitFor(() => expect(server.connections).toHaveLength(1))
  act(() => server.accept())
  const countRequests = () => network.seen.filter((call) => call === 'GET /api/notifications/unread').length
  await vi.waitFor(() => expect(countRequests()).toBe(1))
  return { ...page, countRequests }
}

const nameOfLink = () => screen.getByRole('link').textContent

test('the count is visible and part of the accessible name of the link', async () => {
  unreadCount = 3
  await show()
  expect(await screen.findByText('3 unread notifications')).toBeTruthy()
  expect(screen.getByText('3')).toBeTruthy()
})

test('without unread notifications there is no badge', async () => {
  await show()
  expect(nameOfLink()).toBe('Activity')
})

test('the count follows socket messages without another request', async () => {
  const { countRequests } = await show()
  act(() => server.sendMessage({ type: 'notification', unreadCount: 1, data: testNotification(1) }))
  expect(await screen.findByText('1 unread notification')).toBeTruthy()
  const ids = [testNotification(2).id]
  act(() => server.sendMessage({ type: 'notifications_withdrawn', ids, unreadCount: 2 }))
  expect(await screen.findByText('2 unread notifications')).toBeTruthy()
  act(() => server.sendMessage({ type: 'notification', unreadCount: 0, data: null }))
  await vi.waitFor(() => expect(nameOfLink()).toBe('Activity'))
  expect(countRequests()).toBe(1)
})

test('the badge shows at most two digits', async () => {
  await show()
  act(() => server.sendMessage({ type: 'notification', unreadCount: 1000, data: null }))
  expect(await screen.findByText('99+')).toBeTruthy()
  expect(screen.getByText('1,000 unread notifications')).toBeTruthy()
})

test('the subscription has the count of the page, and a reconnect gets the current one', async () => {
  unreadCount = 2
  const { countRequests } = await show()
  await screen.findByText('2')
  expect(server.received('subscribe_channel')).toMatchObject([{ channel: 'unread', since: '2' }])
  act(() => server.drop())
  server.missedSince = () => [{ type: 'notification', unreadCount: 5, data: null }]
  await act(() => vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  expect(await screen.findByText('5')).toBeTruthy()
  expect(countRequests()).toBe(1)
})

test('unmounting closes the socket', async () => {
  const { unmount } = await show()
  unmount()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
})
