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

function Follower({ streamId, onMessage }: { streamId: string; onMessage: (message: Downstream) => void }) {
  useStreamTopic(streamId, onMessage)
  return null
}

test('a component hears what is said about its stream, and of no other', () => {
  const onMessage = vi.fn()
  render(<Follower streamId={STREAM} onMessage={onMessage} />)
  act(() => server.accept())
  expect(server.heard('subscribe')).toEqual([{ type: 'subscribe', streamId: STREAM }])
  act(() => server.say({ type: 'viewer_count', streamId: OTHER, data: { viewerCount: 7 } }))
  act(() => server.say({ type: 'viewer_count', streamId: STREAM, data: { viewerCount: 2 } }))
  expect(onMessage.mock.calls).toEqual([
    [{ type: 'viewer_count', streamId: STREAM, data: { viewerCount: 2 } }],
  ])
})

test('the server is told when nobody on the page follows a stream any more', () => {
  const release = socket.hold()
  const one = render(<Follower streamId={STREAM} onMessage={vi.fn()} />)
  const another = render(<Follower streamId={STREAM} onMessage={vi.fn()} />)
  act(() => server.accept())
  one.unmount()
  expect(server.heard('unsubscribe')).toEqual([])
  another.rerender(<Follower streamId={OTHER} onMessage={vi.fn()} />)
  expect(server.heard('unsubscribe')).toEqual([{ type: 'unsubscribe', streamId: STREAM }])
  expect(server.heard('subscribe').at(-1)).toEqual({ type: 'subscribe', streamId: OTHER })
  release()
})

test('it subscribes again on each new connection', () => {
  render(<Follower streamId={STREAM} onMessage={vi.fn()} />)
  act(() => server.accept())
  act(() => server.drop())
  act(() => void vi.advanceTimersByTime(SOCKET_RECONNECT_MS))
  act(() => server.accept())
  expect(server.connections).toHaveLength(2)
  expect(server.heard('subscribe')).toHaveLength(1)
})

test('effects that run twice leave one connection, and leaving the page none', () => {
  const { unmount } = render(
    <StrictMode>
      <Follower streamId={STREAM} onMessage={vi.fn()} />
    </StrictMode>,
  )
  act(() => server.accept())
  expect(server.connections.filter(({ isClosed }) => !isClosed)).toHaveLength(1)
  expect(server.heard('subscribe')).toHaveLength(1)
  unmount()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
