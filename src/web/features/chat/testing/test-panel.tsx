import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import type { ChatMessage } from '#shared/chat.ts'
import type { CurrentUser } from '#shared/users.ts'
import { stubCalls, DataTestProvider } from '#web/api/test-network.tsx'
import { cacheEntities } from '#web/api/entities.ts'
import { testStream } from '#web/api/test-stream.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { dismissToast, toastStore } from '#web/ui/overlays/toast.ts'
import { ChatPanel } from '#web/features/chat/chat-panel.tsx'
import type { ChatState } from '#shared/chat.ts'
import { ben, streamId, testChatState } from './test-messages.ts'

const BOX = { width: 368, height: 400 }
const ROW = { width: 352, height: 46 }

type Shown = {
  user?: CurrentUser | null
  messages?: readonly ChatMessage[]
  chat?: ChatState
  answers?: Parameters<typeof stubCalls>[0]
  followAction?: ReactNode
}

/** Shows Ben's chat to a member, or to a visitor (null), connected and caught up. */
export async function showChat({ user = null, messages = [], chat, answers, followAction }: Shown) {
  layOut()
  const server = TestSocketServer.listen()
  cacheEntities('streams', [testStream(1, { id: streamId, streamerId: ben.id })])
  const calls = stubCalls({
    [`GET /api/streams/${streamId}/chat`]: ({ url }) =>
      Response.json(url.searchParams.has('after') ? [] : messages),
    [`GET /api/streams/${streamId}/chat-state`]: () => Response.json(chat ?? testChatState()),
    ...answers,
  })
  onTestFinished(() => {
    cleanup()
    const shown = toastStore.current()
    if (shown) dismissToast(shown.id)
    expect(server.connections.every(({ isClosed }) => isClosed)).toBe(true)
  })
  render(
    <DataTestProvider>
      <ChatPanel
        streamId={streamId}
        streamerId={ben.id}
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
  })
  return { server, ...calls }
}

/** Gives the list and its rows a size, which a test's page does not have; of rows that all fit, all are drawn. */
function layOut(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #tell: (entries: object[]) => void
      readonly #watched = new Set<Element>()
      constructor(tell: (entries: object[]) => void) {
        this.#tell = tell
      }
      observe(target: Element) {
        this.#watched.add(target)
        queueMicrotask(() => {
          const contentRect = target.getAttribute('role') === 'log' ? BOX : ROW
          if (this.#watched.has(target)) act(() => this.#tell([{ target, contentRect }]))
        })
      }
      unobserve(target: Element) {
        this.#watched.delete(target)
      }
      disconnect() {
        this.#watched.clear()
      }
    },
  )
  // What has none counts as hidden.
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get: () => document.body,
  })
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'offsetParent'))
}
