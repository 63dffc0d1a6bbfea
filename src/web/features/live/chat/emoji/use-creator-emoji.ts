import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CreatorEmoji, listUserEmoji } from '#shared/live/creator-emoji.ts'
import { call } from '#web/api/call.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'

export type EmojiByName = ReadonlyMap<string, CreatorEmoji>

/** All pages of a stream are notified of a change at the same time. */
const MAX_DELAY_MS = 2000

/**
 * The emoji that the chat of a creator draws, loaded again when they change on a page that watches the creator. Without `isOffered` they are not loaded
 * before such a change: most creators have none.
 */
export function useCreatorEmoji(creatorId: string, isOffered: boolean): EmojiByName {
  const { data, refetch } = useQuery({
    queryKey: ['emoji', creatorId],
    queryFn: () => call(listUserEmoji, { params: { userId: creatorId } }),
    enabled: isOffered,
    refetchOnMount: 'always',
  })
  const refetchJittered = useJitteredCallback(() => void refetch(), MAX_DELAY_MS)
  useSocketMessages('own', {
    onMessage: (message) => {
      if (message.type === 'emoji_changed' && message.userId === creatorId) refetchJittered()
    },
  })
  return useMemo(() => new Map((data ?? []).map((emoji) => [emoji.name, emoji])), [data])
}
