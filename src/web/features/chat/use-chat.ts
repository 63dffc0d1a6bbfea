import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { listChat, sendChat } from '#shared/chat.ts'
import type { UserRef } from '#shared/users.ts'
import { call } from '#web/api/call.ts'
import { socket } from '#web/realtime/socket.ts'
import { ChatSession } from './chat-session.ts'

const LOAD_MS = 10_000

/** The chat of a stream while the component is there. */
export function useChat(streamId: string, sender: UserRef | null) {
  const session = useMemo(
    () =>
      new ChatSession({
        streamId,
        socket,
        load: (after) =>
          call(
            listChat,
            { params: { id: streamId }, query: { after } },
            // A question that got stuck must not keep the next one from being asked.
            { signal: AbortSignal.timeout(LOAD_MS) },
          ),
        send: (message, clientId) => call(sendChat, { body: { streamId, message, clientId } }),
      }),
    [streamId],
  )
  // A member who is asked for again, or signs out, keeps what is on the page.
  useEffect(() => session.setSender(sender), [session, sender])
  useEffect(() => {
    session.open()
    return () => session.close()
  }, [session])
  return { session, ...useSyncExternalStore(session.state.subscribe, session.state.get) }
}
