import type { ChatState } from '#shared/chat.ts'

/** Why the user cannot write. */
export type Block = { kind: 'off' | 'visitor' | 'banned' | 'followersOnly' } | TimedOut
type TimedOut = { kind: 'timedOut'; until: string }

/**
 * Returns why the user cannot write, null if they can. Until the chat state is loaded, the stream's setting decides. A
 * time-out ends at its `until`.
 */
export function blockReasonOf(
  chat: ChatState | null,
  { allowChat, isMember }: { allowChat: boolean; isMember: boolean },
): Block | null {
  if (!(chat?.rules.allowChat ?? allowChat)) return { kind: 'off' }
  if (!isMember) return { kind: 'visitor' }
  if (chat === null) return null
  const { restriction, isFollower, canModerate } = chat.viewer
  if (restriction?.kind === 'ban') return { kind: 'banned' }
  if (restriction?.until) return { kind: 'timedOut', until: restriction.until }
  if (chat.rules.followersOnly && !isFollower && !canModerate) return { kind: 'followersOnly' }
  return null
}
