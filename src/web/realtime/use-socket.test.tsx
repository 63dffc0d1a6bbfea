import { act, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SOCKET_RECONNECT_MS } from '#shared/constants.ts'
import type { Downstream } from '#shared/realtime.ts'
import { socket } from './socket.ts'
import { TestServer } from './test-server.ts'
import { useStreamTopic } from './use-socket.ts'

const STREAM = '0198c1d2-0000-7000-8000-000000000001'
const OTHER = '0198c1d2-0000-7000-8000-000000000002'

let server: TestServer

beforeEach(() => {
  vi.useFakeTimers()
  server = TestServer.listen()
})
afterEach(() => {
  vi.useRealTimers()
})

function Subscriber({ streamId, onMessage }: { streamId: string; onMessage: (message: Downstream) => void }) {
  useStreamTopic(streamId, onMessage)
  return null
}

test('a component receives only messages of its own stream', () => {
  const onMessage = vi.fn()
  render(<Subscriber streamId={STREAM} onMessage={onMessage} />)
  act(() => server.accept())
  expect(server.heard('subscribe')).toEqual([{ type: 'subscribe', streamId: STREAM }])
  act(() => server.say({ type: 'viewer_count', streamId: OTHER, data: { viewerCount: 7 } }))
  act(() => server.say({ type: 'viewer_count', streamId: STREAM, data: { viewerCount: 2 } }))
  expect(onMessage.mock.calls).toEqual([
    [{ type: 'viewer_count', streamId: STREAM, data: { viewerCount: 2 } }],
  ])
})

test('the last component of a stream unsubscribes from its topic', () => {
  const release = socket.hold()
  const first = render(<Subscriber streamId={STREAM} onMessage={vi.fn()} />)
  const second = render(<Subscriber streamId={STREAM} onMessage={vi.fn()} />)
  act(() => server.accept())
  first.unmount()
  expect(server.heard('unsubscribe')).toEqual([])
  second.rerender(<Subscriber streamId={OTHER} onMessage={vi.fn()} />)
  expect(server.heard('unsubscribe')).toEqual([{ type: 'unsubscribe', streamId: STREAM }])
  expect(server.heard('subscribe').at(-1)).toEqual({ type: 'subscribe', streamId: OTHER })
  release()
})

test('the topic is subscribed again on each new connection', () => {
  render(<Subscriber streamId={STREAM} onMessage={vi.fn()} />)
  act(() => server.accept())
  act(() => server.drop())
  act(() => void vi.advanceTimersByTime(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  expect(server.connections).toHaveLength(2)
  expect(server.heard('subscribe')).toHaveLength(1)
})

test('strict mode leaves one connection, and unmounting leaves none', () => {
  const { unmount } = render(
    <StrictMode>
      <Subscriber streamId={STREAM} onMessage={vi.fn()} />
    </StrictMode>,
  )
  act(() => server.accept())
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(server.heard('subscribe')).toHaveLength(1)
  unmount()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
