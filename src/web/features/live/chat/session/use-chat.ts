import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type ChatAuthor, listChat, listDeletedChat, sendChat } from '#shared/live/chat.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import type { StreamStore } from '#web/features/live/shared/streams/stream-store.ts'
import { useStreamState, useStreamStore } from '#web/features/live/shared/streams/use-stream-store.ts'
import { ChatSession } from './chat-session.ts'

const LOAD_MS = 10_000
/** A request that hangs must not block the next one. */
const withTimeout = () => ({ signal: AbortSignal.timeout(LOAD_MS) })

/**
 * Opens the chat of a stream while the component is mounted; returns its messages and the chat state of the stream's
 * store.
 */
export function useChat(streamId: string, sender: ChatAuthor | null) {
  const stream = useStreamStore(streamId)
  const session = useMemo(() => createSession(streamId, stream), [streamId, stream])
  // When the current user is loaded again or signs out, the messages stay on the page.
  useEffect(() => session.setSender(sender), [session, sender])
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  const chat = useStreamState(stream, (state) => state.chat)
  return { session, stream, chat, ...useSyncExternalStore(session.state.subscribe, session.state.get) }
}

function createSession(streamId: string, stream: StreamStore): ChatSession {
  const params = { id: streamId }
  return new ChatSession({
    streamId,
    stream,
    socket,
    load: (after) => call(listChat, { params, query: { after } }, withTimeout()),
    loadDeleted: (from, until) => call(listDeletedChat, { params, query: { from, until } }, withTimeout()),
    send: (message, clientId, replyTo) =>
      call(sendChat, { body: { streamId, message, clientId, ...(replyTo !== null && { replyTo }) } }),
  })
}
