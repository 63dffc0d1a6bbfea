import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/live/streams.ts'
import { queryClient } from '#web/api/query-client.ts'
import { DataTestProvider, stubCalls, errorResponse } from '#web/api/test-network.tsx'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { cacheStreams } from '#web/features/live/shared/streams/stream-stores.ts'
import { useStreamRecords } from '#web/features/live/shared/streams/use-stream.ts'
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

/** Renders the panel with the record of a list, as the page does. */
function PanelOfRecord({ includesStreamId }: { includesStreamId: boolean }) {
  const [record] = useStreamRecords([streamId]) ?? []
  return record ? (
    <EncoderPanel stream={record} includesStreamId={includesStreamId} onChange={onChange} />
  ) : null
}

function show(includesStreamId = false) {
  cacheStreams([stream])
  render(
    <DataTestProvider>
      <PanelOfRecord includesStreamId={includesStreamId} />
      <Toaster />
    </DataTestProvider>,
  )
  act(() => server.accept())
  return {
    updateRecord: (change: Partial<Stream>) => act(() => cacheStreams([{ ...stream, ...change }])),
  }
}

const sendMessage = (message: Downstream) => act(() => server.sendMessage(message))
const key = () => screen.getByLabelText<HTMLInputElement>('Stream key')

const findText = (text: string | RegExp) => screen.findByText(text)

test('the state follows the encoder: awaited, live, interrupted, resumed, ended', async () => {
  show()
  sendMessage({ type: 'subscribed', streamId, source: null })
  expect(await findText('Waiting for your encoder.')).toBeDefined()
  sendMessage({ type: 'broadcast_source', streamId, data: { source: 'encoder' } })
  sendMessage({ type: 'stream_started', streamId, data: { startedAt: at } })
  expect(await findText('Your encoder is live.')).toBeDefined()
  sendMessage({ type: 'broadcast_interrupted', streamId })
  expect(await findText(/connection dropped/)).toBeDefined()
  sendMessage({ type: 'broadcast_resumed', streamId })
  expect(await findText('Your encoder is live.')).toBeDefined()
  sendMessage({ type: 'stream_ended', streamId, data: { endedAt: at } })
  expect(await findText('Waiting for your encoder.')).toBeDefined()
})

test('an end during a lost socket is applied after the reconnect', async () => {
  const { updateRecord } = show()
  stubCalls({ [`GET /api/streams/${streamId}`]: () => Response.json(stream) })
  updateRecord({ isLive: true, startedAt: at })
  sendMessage({ type: 'subscribed', streamId, source: 'encoder' })
  expect(await findText('Your encoder is live.')).toBeDefined()
  vi.useFakeTimers()
  act(() => server.drop())
  act(() => void vi.advanceTimersByTime(SOCKET_RECONNECT_MS))
  vi.useRealTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0)
  act(() => server.accept())
  sendMessage({ type: 'subscribed', streamId, source: null })
  expect(await findText('Waiting for your encoder.')).toBeDefined()
})

test('a broadcast from a browser is shown as such', async () => {
  show()
  sendMessage({ type: 'subscribed', streamId, source: 'page' })
  sendMessage({ type: 'stream_started', streamId, data: { startedAt: at } })
  expect(await findText('This stream is live from a browser.')).toBeDefined()
})

test('the key is masked until the user reveals it', () => {
  show()
  expect(key().type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show the stream key' }))
  expect(key().type).toBe('text')
  expect(key().value).toBe('live_first')
  fireEvent.click(screen.getByRole('button', { name: 'Hide the stream key' }))
  expect(key().type).toBe('password')
})

test('the server URL names the stream only where an encoder would send to another one', () => {
  show(true)
  expect(screen.getByLabelText<HTMLInputElement>('Server').value).toBe(
    `${location.origin}/whip?streamId=${streamId}`,
  )
})

const requestReplacement = () => fireEvent.click(screen.getByRole('button', { name: 'Replace key' }))
const confirm = () =>
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Replace key' }))

test('a key is replaced only after a confirmation', async () => {
  const { seen } = stubCalls({
    [`POST /api/streams/${streamId}/key`]: () => Response.json({ streamKey: 'live_second' }),
  })
  show()
  requestReplacement()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(seen).toEqual([])
  requestReplacement()
  confirm()
  await waitFor(() => expect(key().value).toBe('live_second'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onChange).toHaveBeenCalledOnce()
})

test('a key that another window replaces later is shown', async () => {
  stubCalls({
    [`POST /api/streams/${streamId}/key`]: () => Response.json({ streamKey: 'live_second' }),
  })
  const { updateRecord } = show()
  requestReplacement()
  confirm()
  await waitFor(() => expect(key().value).toBe('live_second'))
  updateRecord({ streamKey: 'live_second' })
  updateRecord({ streamKey: 'live_third' })
  await waitFor(() => expect(key().value).toBe('live_third'))
})

test('a refused replacement keeps the key and shows the reason', async () => {
  stubCalls({
    [`POST /api/streams/${streamId}/key`]: () =>
      errorResponse(429, { code: 'rate_limited', message: 'Too many keys.' }),
  })
  show()
  requestReplacement()
  confirm()
  expect(await screen.findByText('Too many keys.')).toBeDefined()
  expect(key().value).toBe('live_first')
})
