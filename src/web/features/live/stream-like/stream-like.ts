import { useTranslations } from 'use-intl/react'
import { likeStream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { streamLikeIntents } from '#web/features/live/shared/streams/stream-like-intents.ts'
import { streamStore, updateCachedStream } from '#web/features/live/shared/streams/stream-stores.ts'
import { useStreamStore } from '#web/features/live/shared/streams/use-stream-store.ts'
import { type ToggleSubject, useToggle } from '#web/ui/toggles/use-toggle.ts'

const streamLike: ToggleSubject = {
  intents: streamLikeIntents,
  read: (streamId) => {
    const { record } = streamStore(streamId).get()
    return record && { isOn: record.viewer.isLiked, count: record.likesCount }
  },
  show: (streamId, { isOn, count }) =>
    updateCachedStream(streamId, ({ likesCount, viewer }) => ({
      likesCount: count ?? likesCount,
      viewer: { ...viewer, isLiked: isOn },
    })),
  send: async (streamId, isOn) => {
    const { liked, likesCount } = await call(likeStream, { params: { id: streamId }, body: { liked: isOn } })
    return { isOn: liked, count: likesCount }
  },
  reload: (streamId) => streamStore(streamId).refreshRecord(),
}

export function useToggleStreamLike(streamId: string): () => void {
  const t = useTranslations('streamLike')
  // An open store keeps the number live.
  useStreamStore(streamId)
  return useToggle(streamLike, streamId, {
    signedOut: { title: t('loginRequired'), description: t('signedOut') },
    failed: { title: t('error'), description: t('failed') },
  })
}
