import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import type { ChatMessage } from '#shared/live/chat.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { stubCalls, DataTestProvider } from '#web/api/test-network.tsx'
import { queryClient } from '#web/api/query-client.ts'
import { cacheEntities } from '#web/api/entities.ts'
import { testStream } from '#web/features/live/shared/streams/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { dismissToast, toastStore } from '#web/ui/overlays/toast.ts'
import { ChatPanel } from '#web/features/live/chat/chat-panel.tsx'
import type { ChatState } from '#shared/live/chat.ts'
import { ben, streamId, testChatState } from './test-messages.ts'

const BOX = { width: 368, height: 400 }
const ROW = { width: 352, height: 46 }

type ChatSetup = {
  user?: CurrentUser | null
  messages?: readonly ChatMessage[]
  chat?: ChatState
  responses?: Parameters<typeof stubCalls>[0]
  followAction?: ReactNode
  /** The streamer has Creator Pro. */
  hasEmoji?: boolean
}

/** Renders the chat of Ben's stream for a member or a visitor (null), connected and caught up. */
export async function showChat({ user = null, messages = [], hasEmoji = false, ...setup }: ChatSetup) {
  const { chat, responses, followAction } = setup
  stubLayout()
  const server = TestSocketServer.listen()
  cacheEntities('streams', [testStream(1, { id: streamId, streamerId: ben.id })])
  const calls = stubCalls({
    [`GET /api/streams/${streamId}/chat`]: ({ url }) =>
      Response.json(url.searchParams.has('after') ? [] : messages),
    [`GET /api/streams/${streamId}/chat-state`]: () => Response.json(chat ?? testChatState()),
    ...responses,
  })
  onTestFinished(() => {
    cleanup()
    const openToast = toastStore.current()
    if (openToast) dismissToast(openToast.id)
    expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
  })
  render(
    <DataTestProvider>
      <ChatPanel
        streamId={streamId}
        streamerId={ben.id}
        hasEmoji={hasEmoji}
        allowChat
        user={user}
        viewerCount={2}
        empty="No messages yet."
        followAction={followAction}
      />
    </DataTestProvider>,
  )
  await act(async () => {
    server.accept()
    server.sendMessage({ type: 'subscribed', streamId })
    await vi.waitFor(() => expect(calls.seen.length).toBeGreaterThan(2))
    // The held messages, for moderators.
    await vi.dynamicImportSettled()
    if (hasEmoji) await vi.waitFor(() => expect(queryClient.getQueryData(['emoji', ben.id])).toBeDefined())
  })
  return { server, ...calls }
}

/** Gives the list and its rows a size, which the test DOM does not have, so that the virtual list renders its rows. */
function stubLayout(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #callback: (entries: object[]) => void
      readonly #observed = new Set<Element>()
      constructor(callback: (entries: object[]) => void) {
        this.#callback = callback
      }
      observe(target: Element) {
        this.#observed.add(target)
        queueMicrotask(() => {
          const contentRect = target.getAttribute('role') === 'log' ? BOX : ROW
          if (this.#observed.has(target)) act(() => this.#callback([{ target, contentRect }]))
        })
      }
      unobserve(target: Element) {
        this.#observed.delete(target)
      }
      disconnect() {
        this.#observed.clear()
      }
    },
  )
  // The virtual list ignores elements without an offsetParent.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get: () => document.body,
  })
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'offsetParent'))
}
