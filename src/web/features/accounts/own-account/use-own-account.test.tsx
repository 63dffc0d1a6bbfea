import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import { refetchCurrentUser, useCurrentUser } from '#web/api/current-user.ts'
import { errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { testCurrentUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { useOwnAccount } from './use-own-account.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

const account = testCurrentUser(1)
const changed = { type: 'account_changed', userId: account.id } as const

function Account() {
  useOwnAccount(account.id)
  return <p>{useCurrentUser()?.email}</p>
}

async function show() {
  const server = TestSocketServer.listen()
  const response = { get: () => Response.json(account) }
  const { seen } = stubCalls({ 'GET /api/auth/user': () => response.get() })
  await refetchCurrentUser()
  seen.length = 0
  render(<Account />)
  act(() => server.accept())
  return { server, response, seen }
}

test('a change of the own account elsewhere shows on the open page', async () => {
  const { server, response, seen } = await show()
  response.get = () => Response.json({ ...account, email: 'new@example.org' })
  act(() => server.sendMessage({ ...changed, userId: testCurrentUser(2).id }))
  expect(seen).toEqual([])
  act(() => server.sendMessage(changed))
  expect(await screen.findByText('new@example.org')).toBeTruthy()
  expect(seen).toEqual(['GET /api/auth/user'])
})

test('a change during a lost connection shows after the reconnect', async () => {
  const { server, response } = await show()
  response.get = () => Response.json({ ...account, email: 'new@example.org' })
  act(() => server.drop())
  await act(() => vi.advanceTimersByTimeAsync(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(await screen.findByText('new@example.org')).toBeTruthy()
})

test.each([
  ['cannot be loaded', () => errorResponse(503, { code: 'unavailable' })],
  ['is of another account', () => Response.json(testCurrentUser(2, { email: 'other@example.org' }))],
])('the page keeps the record that it has if the new one %s', async (_case, respond) => {
  const { server, response, seen } = await show()
  response.get = respond
  act(() => server.sendMessage(changed))
  await waitFor(() => expect(seen).toHaveLength(1))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText('member@example.org')).toBeTruthy()
})
