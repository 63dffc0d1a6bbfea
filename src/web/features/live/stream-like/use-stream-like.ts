import { useTranslations } from 'use-intl/react'
import { likeStream, type Stream } from '#shared/live/streams.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { countAfter, toggleOptimistically } from '#web/lib/optimistic-toggle.ts'
import { likeIntents } from '#web/features/live/shared/streams/like-intents.ts'
import { updateCachedStream } from '#web/features/live/shared/streams/stream-stores.ts'
import { useStreamStore } from '#web/features/live/shared/streams/use-stream-store.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type LikedStream = Pick<Stream, 'id' | 'likesCount' | 'viewer'>

/** Shows the like or unlike at once; the server receives the last intent. */
export function useStreamLike({ id, likesCount, viewer }: LikedStream): () => void {
  const t = useTranslations('streamLike')
  const user = useCurrentUser()
  const showFailure = useFailureToast()
  const store = useStreamStore(id)
  const handleFailure = (error: unknown) => {
    void store.refreshRecord()
    showFailure(error, { title: t('error'), description: t('failed') })
  }
  return () => {
    if (!user)
      return void toast({ variant: 'destructive', title: t('loginRequired'), description: t('signedOut') })
    const { isLiked } = viewer
    toggleOptimistically(likeIntents, id, !isLiked, {
      previous: { liked: isLiked, likesCount },
      desired: { liked: !isLiked, likesCount: countAfter(!isLiked, likesCount) },
      show: (like) => showLike(id, like),
      send: (liked) => call(likeStream, { params: { id }, body: { liked } }),
      onFailed: handleFailure,
    })
  }
}

function showLike(streamId: string, { liked, likesCount }: { liked: boolean; likesCount: number }): void {
  updateCachedStream(streamId, ({ viewer }) => ({ likesCount, viewer: { ...viewer, isLiked: liked } }))
}
