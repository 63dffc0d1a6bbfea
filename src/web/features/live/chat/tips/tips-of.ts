import type { ChatState } from '#shared/live/chat.ts'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'

/** Returns the tips that a chat shows: those of its messages, the highlighted ones and the pinned one. */
export function tipsOf(entries: readonly ChatEntry[], chat: ChatState | null): { isSandbox: boolean }[] {
  return [
    ...entries.flatMap(({ message: { tip } }) => tip ?? []),
    ...(chat?.highlights ?? []),
    ...(chat?.pinned?.tip ? [chat.pinned.tip] : []),
  ]
}
