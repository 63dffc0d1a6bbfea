import { useMemo } from 'react'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'
import { useHiddenUsers } from '#web/features/accounts/shared/hidden-users/use-hidden-users.ts'

/** Leaves out the messages of users who are hidden from the current user, and what they wrote where it is replied to. */
export function useVisibleEntries(entries: readonly ChatEntry[]): readonly ChatEntry[] {
  const hidden = useHiddenUsers()
  return useMemo(() => {
    if (hidden.size === 0) return entries
    return entries
      .filter(({ message }) => !hidden.has(message.userId))
      .map((entry) => {
        const { replyTo } = entry.message
        if (!replyTo || !hidden.has(replyTo.userId)) return entry
        return { ...entry, message: { ...entry.message, replyTo: null } }
      })
  }, [entries, hidden])
}
