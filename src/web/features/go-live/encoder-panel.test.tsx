import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/streams.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/api/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { cacheStreams } from '#web/streams/stream-stores.ts'
import { useStreamRecords } from '#web/streams/use-stream.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { EncoderPanel } from './encoder-panel.tsx'

const stream = testStream(1, { isLive: false, startedAt: null, streamKey: 'live_first' })
const streamId = stream.id
const at = '2025-11-21T20:00:00Z'
const onChange = vi.fn<() => void>()

let server: TestSocketServer

beforeEach(() => {
  server = TestSocketServer.listen()
  onChange.mockReset()
})
afterEach(() => queryClient.clear())

/** As the page does: it shows the record of a list. */
function Shown({ isNamed }: { isNamed: boolean }) {
  const [record] = useStreamRecords([streamId]) ?? []
  return record ? <EncoderPanel stream={record} isNamed={isNamed} onChange={onChange} /> : null
}

function show(isNamed = false) {
  cacheStreams([stream])
  render(
    <DataTestProvider>
      <Shown isNamed={isNamed} />
      <Toaster />
    </DataTestProvider>,
  )
  act(() => server.accept())
  return {
    showAnew: (change: Partial<Stream>) => act(() => cacheStreams([{ ...stream, ...change }])),
  }
}

const say = (message: Downstream) => act(() => server.sendMessage(message))
const key = () => screen.getByLabelText<HTMLInputElement>('Stream key')

const shown = (text: string | RegExp) => screen.findByText(text)

test('it waits for the encoder, and says when it comes, drops, returns and goes', async () => {
  show()
  say({ type: 'subscribed', streamId, source: null })
  expect(await shown('Waiting for your encoder.')).toBeDefined()
  say({ type: 'broadcast_source', streamId, data: { source: 'encoder' } })
  say({ type: 'stream_started', streamId, data: { startedAt: at } })
  expect(await shown('Your encoder is live.')).toBeDefined()
  say({ type: 'broadcast_interrupted', streamId })
  expect(await shown(/connection dropped/)).toBeDefined()
  say({ type: 'broadcast_resumed', streamId })
  expect(await shown('Your encoder is live.')).toBeDefined()
  say({ type: 'stream_ended', streamId, data: { endedAt: at } })
  expect(await shown('Waiting for your encoder.')).toBeDefined()
})

test('an end that was told while the socket was away is made good', async () => {
  const { showAnew } = show()
  stubCalls({ [`GET /api/streams/${streamId}`]: () => Response.json(stream) })
  showAnew({ isLive: true, startedAt: at })
  say({ type: 'subscribed', streamId, source: 'encoder' })
  expect(await shown('Your encoder is live.')).toBeDefined()
  vi.useFakeTimers()
  act(() => server.drop())
  act(() => void vi.advanceTimersByTime(SOCKET_RECONNECT_MS))
  vi.useRealTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  act(() => server.accept())
  say({ type: 'subscribed', streamId, source: null })
  expect(await shown('Waiting for your encoder.')).toBeDefined()
})

test('a broadcast from a browser is not the encoder’s', async () => {
  show()
  say({ type: 'subscribed', streamId, source: 'page' })
  say({ type: 'stream_started', streamId, data: { startedAt: at } })
  expect(await shown('This stream is live from a browser.')).toBeDefined()
})

test('the key is covered until it is asked for', () => {
  show()
  expect(key().type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show the stream key' }))
  expect(key().type).toBe('text')
  expect(key().value).toBe('live_first')
  fireEvent.click(screen.getByRole('button', { name: 'Hide the stream key' }))
  expect(key().type).toBe('password')
})

test('an encoder is told the stream only where it would send to another one', () => {
  show(true)
  expect(screen.getByLabelText<HTMLInputElement>('Server').value).toBe(
    `${location.origin}/whip?streamId=${streamId}`,
  )
})

const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Replace key' }))
const confirm = () =>
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Replace key' }))

test('a key is replaced only after asking', async () => {
  const { seen } = stubCalls({
    [`POST /api/streams/${streamId}/key`]: () => Response.json({ streamKey: 'live_second' }),
  })
  show()
  ask()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(seen).toEqual([])
  ask()
  confirm()
  await waitFor(() => expect(key().value).toBe('live_second'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onChange).toHaveBeenCalledOnce()
})

test('a key that another window has replaced later is shown', async () => {
  stubCalls({
    [`POST /api/streams/${streamId}/key`]: () => Response.json({ streamKey: 'live_second' }),
  })
  const { showAnew } = show()
  ask()
  confirm()
  await waitFor(() => expect(key().value).toBe('live_second'))
  showAnew({ streamKey: 'live_second' })
  showAnew({ streamKey: 'live_third' })
  await waitFor(() => expect(key().value).toBe('live_third'))
})

test('a key whose replacement is refused stays, and the reason is told', async () => {
  stubCalls({
    [`POST /api/streams/${streamId}/key`]: () =>
      errorResponse(429, { code: 'rate_limited', message: 'Too many keys.' }),
  })
  show()
  ask()
  confirm()
  expect(await screen.findByText('Too many keys.')).toBeDefined()
  expect(key().value).toBe('live_first')
})
