import { act, renderHook } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatAuthor } from '#shared/live/chat.ts'
import { queryClient } from '#web/api/query-client.ts'
import { stubCalls } from '#web/api/test-network.tsx'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import {
  ada,
  storedMessage,
  storedMessages,
  streamId,
  testChatState,
} from '#web/features/live/chat/testing/test-messages.ts'
import { useChat } from './use-chat.ts'

let server: TestSocketServer

beforeEach(() => {
  vi.useFakeTimers()
  server = TestSocketServer.listen()
})
afterEach(() => {
  vi.useRealTimers()
})

const LIST = `GET /api/streams/${streamId}/chat`
const STATE = `GET /api/streams/${streamId}/chat-state`
const settled = () => act(() => vi.advanceTimersByTimeAsync(0))

test('an open page loads, catches up and sends; closing it releases socket and timers', async () => {
  const { seen, bodies } = stubCalls({
    [STATE]: () => Response.json(testChatState()),
    [LIST]: () => Response.json(storedMessages(1, 2)),
    'POST /api/chat/send': () => Response.json(storedMessage(3, ada), { status: 201 }),
  })
  const { result, unmount } = renderHook(() => useChat(streamId, ada), {
    wrapper: StrictMode,
  })
  expect(result.current.status).toBe('loading')
  await settled()
  expect(result.current).toMatchObject({ status: 'ready' })
  expect(result.current.entries).toHaveLength(2)

  act(() => server.accept())
  act(() => server.sendMessage({ type: 'subscribed', streamId }))
  await settled()
  expect(server.received('subscribe_channel')).toMatchObject([{ since: storedMessage(2).id }])

  await act(() => result.current.session.send('hello'))
  expect(seen.at(-1)).toBe('POST /api/chat/send')
  expect(bodies.at(-1)).toEqual({ streamId, message: 'hello', clientId: expect.any(String) })

  unmount()
  queryClient.clear()
  expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('when the user is loaded again or signs out, the messages stay on the page', async () => {
  stubCalls({ [LIST]: () => Response.json([]), [STATE]: () => Response.json(testChatState()) })
  vi.spyOn(console, 'error').mockReturnValue()
  const props = (user: ChatAuthor | null) => ({ user })
  const { result, rerender } = renderHook(
    (props: { user: ChatAuthor | null }) => useChat(streamId, props.user),
    {
      initialProps: props(ada),
    },
  )
  await settled()
  await act(() => result.current.session.send('not sent'))
  const { session } = result.current
  for (const next of [{ ...ada }, null]) rerender(props(next))
  expect(result.current.session).toBe(session)
  expect(result.current.entries).toMatchObject([{ state: 'failed', message: { message: 'not sent' } }])
  await act(() => session.send('of a visitor'))
  expect(result.current.entries).toHaveLength(1)
})

test('a request that hangs is aborted after ten seconds, and the next one is sent', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const timeout = new AbortController()
  const timeoutSpy = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal)
  const onListRequest = vi.fn()
  const fetchStub = vi.fn((address: string, { signal }: RequestInit) => {
    if (address.endsWith('/chat-state')) return Promise.resolve(Response.json(testChatState()))
    onListRequest()
    return signal === timeout.signal
      ? new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve(Response.json(storedMessages(1, 2)))
  })
  vi.stubGlobal('fetch', fetchStub)
  const { result } = renderHook(() => useChat(streamId, null))
  expect(timeoutSpy).toHaveBeenCalledWith(10_000)
  await act(() => vi.advanceTimersByTimeAsync(9000))
  expect(onListRequest).toHaveBeenCalledOnce()
  timeout.abort(new DOMException('too slow', 'TimeoutError'))
  await settled()
  expect(result.current.status).toBe('error')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(result.current.status).toBe('ready')
})
