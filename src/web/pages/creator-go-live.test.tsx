import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Stream } from '#shared/live/streams.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, stubCalls } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { CreatorGoLivePage } from './creator-go-live.tsx'

const user = testCurrentUser(1)
const viewer = { isOwner: true, canChat: true, isLiked: false, hasReminder: false }
const own = { streamerId: user.id, streamer: user, streamKey: 'live_first', viewer }
const stream = testStream(1, { ...own, startedAt: null, endedAt: null })
const streamId = stream.id

let server: TestSocketServer
beforeEach(() => {
  setCurrentUser(user)
  server = TestSocketServer.listen()
})
afterEach(() => queryClient.clear())

const withLive = (isLive: boolean) => ({ ...stream, isLive })

async function open(records: Stream[]): Promise<void> {
  stubCalls({
    [`GET /api/users/${user.id}/streams`]: () => Response.json(records),
    ...Object.fromEntries(
      records.map((record) => [`GET /api/streams/${record.id}`, () => Response.json(record)]),
    ),
    'GET /api/streams/upcoming': () => Response.json([]),
  })
  render(<CreatorGoLivePage />, { wrapper: DataTestProvider })
  await screen.findByRole('tablist', { name: 'Ways to go live' })
  act(() => server.accept())
}

const openTab = () => screen.getByRole('tab', { selected: true }).textContent
const subscribed = (source: 'page' | 'encoder' | null) =>
  act(() => server.sendMessage({ type: 'subscribed', streamId, source }))

test('the page opens the tab of the encoder that is live', async () => {
  await open([withLive(true)])
  expect(openTab()).toBe('Encoder (OBS)')
  subscribed('encoder')
  expect(openTab()).toBe('Encoder (OBS)')
  expect(await screen.findByText('Your encoder is live.')).toBeDefined()
})

test('the page opens the browser tab for a broadcast from a browser', async () => {
  await open([withLive(true)])
  subscribed('page')
  expect(openTab()).toBe('Browser')
})

test('an encoder that goes live later does not switch the tab', async () => {
  await open([withLive(false)])
  subscribed(null)
  expect(openTab()).toBe('Browser')
  act(() => server.sendMessage({ type: 'broadcast_source', streamId, data: { source: 'encoder' } }))
  act(() =>
    server.sendMessage({ type: 'stream_started', streamId, data: { startedAt: '2025-11-21T20:00:00Z' } }),
  )
  expect(openTab()).toBe('Browser')
})

test('choosing another stream opens the tab of its source', async () => {
  const other = testStream(2, { ...own, isLive: false, startedAt: null, endedAt: null })
  await open([withLive(false), other])
  subscribed(null)
  expect(openTab()).toBe('Browser')
  fireEvent.change(screen.getByRole('combobox', { name: 'Stream' }), { target: { value: other.id } })
  act(() => server.sendMessage({ type: 'subscribed', streamId: other.id, source: 'encoder' }))
  expect(openTab()).toBe('Encoder (OBS)')
})

test('an ended stream is not offered, and the server URL names the chosen one when the ended one is newer', async () => {
  const ended = testStream(3, { ...own, isLive: false, title: 'Ended', endedAt: '2026-01-05T10:00:00.000Z' })
  const notStarted = { ...own, isLive: false, startedAt: null }
  const soon = new Date(Date.now() + 60_000).toISOString()
  const announced = testStream(2, { ...notStarted, title: 'Announced', scheduledFor: soon })
  const past = '2026-01-05T10:00:00.000Z'
  const missed = testStream(4, { ...notStarted, title: 'Missed', scheduledFor: past })
  await open([ended, { ...stream, isLive: false }, announced, missed])
  const picker = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Stream' })
  expect([...picker.options].map(({ text }) => text)).toEqual([stream.title, 'Announced', 'Missed'])
  expect(picker.value).toBe(announced.id)
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Encoder (OBS)' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Server')).value).toContain(announced.id)
})
