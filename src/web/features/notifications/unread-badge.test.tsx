import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import { answerCalls, DataTestProvider } from '#web/api/test-network.tsx'
import { TestServer } from '#web/realtime/test-server.ts'
import { testNotification } from './test-notification.ts'
import { UnreadBadge } from './unread-badge.tsx'

let server: TestServer
let unreadCount: number
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  unreadCount = 0
  server = TestServer.listen()
})
afterEach(() => {
  vi.useRealTimers()
})

async function show() {
  const network = answerCalls({
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
  const asked = () => network.seen.filter((call) => call === 'GET /api/notifications/unread').length
  await vi.waitFor(() => expect(asked()).toBe(1))
  return { ...page, asked }
}

const nameOfLink = () => screen.getByRole('link').textContent

test('the number is drawn, and said with the name of the link', async () => {
  unreadCount = 3
  await show()
  expect(await screen.findByText('3 unread notifications')).toBeTruthy()
  expect(screen.getByText('3')).toBeTruthy()
})

test('nothing unread, nothing drawn', async () => {
  await show()
  expect(nameOfLink()).toBe('Activity')
})

test('it follows what the server tells, without asking again', async () => {
  const { asked } = await show()
  act(() => server.say({ type: 'notification', unreadCount: 1, data: testNotification(1) }))
  expect(await screen.findByText('1 unread notification')).toBeTruthy()
  const ids = [testNotification(2).id]
  act(() => server.say({ type: 'notifications_withdrawn', ids, unreadCount: 2 }))
  expect(await screen.findByText('2 unread notifications')).toBeTruthy()
  act(() => server.say({ type: 'notification', unreadCount: 0, data: null }))
  await vi.waitFor(() => expect(nameOfLink()).toBe('Activity'))
  expect(asked()).toBe(1)
})

test('more than two digits do not fit', async () => {
  await show()
  act(() => server.say({ type: 'notification', unreadCount: 1000, data: null }))
  expect(await screen.findByText('99+')).toBeTruthy()
  expect(screen.getByText('1,000 unread notifications')).toBeTruthy()
})

test('after the socket was away the number is asked for again', async () => {
  const { asked } = await show()
  act(() => server.drop())
  unreadCount = 5
  await act(() => vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  expect(await screen.findByText('5')).toBeTruthy()
  expect(asked()).toBe(2)
})

test('leaving the page lets the socket go', async () => {
  const { unmount } = await show()
  unmount()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
})
