import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import { DataTestProvider, answerCalls, refusal } from '#web/api/test-network.tsx'
import { TestServer } from '#web/realtime/test-server.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { EncoderPanel } from './encoder-panel.tsx'

const stream = { id: '0198c1d2-0000-7000-8000-000000000001', isLive: false, streamKey: 'live_first' }
const streamId = stream.id
const at = '2025-11-21T20:00:00Z'
const onChange = vi.fn<() => void>()

let server: TestServer

beforeEach(() => {
  server = TestServer.listen()
  onChange.mockReset()
})

function show(isNamed = false) {
  const panel = (shown = stream) => (
    <DataTestProvider>
      <EncoderPanel stream={shown} isNamed={isNamed} onChange={onChange} />
      <Toaster />
    </DataTestProvider>
  )
  const { rerender } = render(panel())
  act(() => server.accept())
  return { showAnew: (change: Partial<typeof stream>) => rerender(panel({ ...stream, ...change })) }
}

const say = (message: Downstream) => act(() => server.say(message))
const key = () => screen.getByLabelText<HTMLInputElement>('Stream key')

test('it waits for the encoder, and says when it comes, drops, returns and goes', () => {
  show()
  say({ type: 'subscribed', streamId, source: null })
  expect(screen.getByText('Waiting for your encoder.')).toBeDefined()
  say({ type: 'broadcast_source', streamId, data: { source: 'encoder' } })
  say({ type: 'stream_started', streamId, data: { startedAt: at } })
  expect(screen.getByText('Your encoder is live.')).toBeDefined()
  expect(onChange).toHaveBeenCalledOnce()
  say({ type: 'broadcast_interrupted', streamId })
  expect(screen.getByText(/connection dropped/)).toBeDefined()
  say({ type: 'broadcast_resumed', streamId })
  expect(screen.getByText('Your encoder is live.')).toBeDefined()
  say({ type: 'stream_ended', streamId, data: { endedAt: at } })
  expect(screen.getByText('Waiting for your encoder.')).toBeDefined()
})

test('an end that was told while the socket was away is made good', () => {
  vi.useFakeTimers()
  const { showAnew } = show()
  say({ type: 'subscribed', streamId, source: 'encoder' })
  showAnew({ isLive: true })
  expect(screen.getByText('Your encoder is live.')).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
  act(() => server.drop())
  act(() => void vi.advanceTimersByTime(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  expect(onChange).toHaveBeenCalledOnce()
  say({ type: 'subscribed', streamId, source: null })
  showAnew({ isLive: false })
  expect(screen.getByText('Waiting for your encoder.')).toBeDefined()
  vi.useRealTimers()
})

test('a broadcast from a browser is not the encoder’s', () => {
  show()
  say({ type: 'subscribed', streamId, source: 'page' })
  say({ type: 'stream_started', streamId, data: { startedAt: at } })
  expect(screen.getByText('This stream is live from a browser.')).toBeDefined()
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
  const { seen } = answerCalls({
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
  answerCalls({
    [`POST /api/streams/${streamId}/key`]: () => Response.json({ streamKey: 'live_second' }),
  })
  const { showAnew } = show()
  ask()
  confirm()
  await waitFor(() => expect(key().value).toBe('live_second'))
  showAnew({ streamKey: 'live_second' })
  showAnew({ streamKey: 'live_third' })
  expect(key().value).toBe('live_third')
})

test('a key whose replacement is refused stays, and the reason is told', async () => {
  answerCalls({
    [`POST /api/streams/${streamId}/key`]: () =>
      refusal(429, { code: 'rate_limited', message: 'Too many keys.' }),
  })
  show()
  ask()
  confirm()
  expect(await screen.findByText('Too many keys.')).toBeDefined()
  expect(key().value).toBe('live_first')
})
