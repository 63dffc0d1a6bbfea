import type { ChatState } from '#shared/live/chat.ts'

/** Why the user cannot write. */
export type Block =
  | { kind: 'off' | 'visitor' | 'banned' | 'blocked' }
  | { kind: 'timedOut'; until: string }
  /** `until`: when the follow is old enough; null for a user who does not follow. */
  | { kind: 'followersOnly'; minutes: number; until: string | null }

/**
 * Returns why the user cannot write, null if they can. Until the chat state is loaded, the stream's setting decides. A
 * time-out ends at its `until`; `now` is in ms since 1970.
 */
export function blockReasonOf(
  chat: ChatState | null,
  { allowChat, isMember, now }: { allowChat: boolean; isMember: boolean; now: number },
): Block | null {
  if (!(chat?.rules.allowChat ?? allowChat)) return { kind: 'off' }
  if (!isMember) return { kind: 'visitor' }
  if (chat === null) return null
  const { restriction, hasBlock } = chat.viewer
  if (restriction?.kind === 'ban') return { kind: 'banned' }
  if (restriction?.until) return { kind: 'timedOut', until: restriction.until }
  return hasBlock ? { kind: 'blocked' } : followBlockOf(chat, now)
}

function followBlockOf({ rules, viewer }: ChatState, now: number): Block | null {
  if (!rules.followersOnly || viewer.canModerate) return null
  const minutes = rules.followersOnlyMinutes
  if (!viewer.isFollower) return { kind: 'followersOnly', minutes, until: null }
  const until = Date.parse(viewer.followedAt ?? '') + minutes * 60_000
  return until > now ? { kind: 'followersOnly', minutes, until: new Date(until).toISOString() } : null
}
