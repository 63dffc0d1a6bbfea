import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { getChatState, listChat, listDeletedChat, sendChat } from '#shared/chat.ts'
import type { UserRef } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import { ChatSession } from './chat-session.ts'
import { type StreamRef, heardNow } from './chat-state.ts'

const LOAD_MS = 10_000
/** A question that got stuck must not keep the next one from being asked. */
const patiently = () => ({ signal: AbortSignal.timeout(LOAD_MS) })

/** The chat of a stream while the component is there. */
export function useChat({ streamId, streamerId }: StreamRef, sender: UserRef | null) {
  const session = useMemo(() => createSession({ streamId, streamerId }), [streamId, streamerId])
  // A member who is asked for again, or signs out, keeps what is on the page.
  useEffect(() => session.setSender(sender), [session, sender])
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  return { session, ...useSyncExternalStore(session.state.subscribe, session.state.get) }
}

function createSession({ streamId, streamerId }: StreamRef): ChatSession {
  const params = { id: streamId }
  return new ChatSession({
    streamId,
    streamerId,
    socket,
    load: (after) => call(listChat, { params, query: { after } }, patiently()),
    loadDeleted: (from, until) => call(listDeletedChat, { params, query: { from, until } }, patiently()),
    loadStanding: async () => heardNow(await call(getChatState, { params }, patiently())),
    send: (message, clientId, replyTo) =>
      call(sendChat, { body: { streamId, message, clientId, ...(replyTo !== null && { replyTo }) } }),
  })
}
