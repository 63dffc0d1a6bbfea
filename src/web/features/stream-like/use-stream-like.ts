import { useTranslations } from 'use-intl/react'
import { likeStream, type Stream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useUnauthorizedHandler } from '#web/lib/navigation/unauthorized-handler.ts'
import { likeIntents } from '#web/streams/like-intents.ts'
import { changeStream } from '#web/streams/stream-stores.ts'
import { useStreamStore } from '#web/streams/use-stream-store.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type LikedStream = Pick<Stream, 'id' | 'likesCount' | 'viewer'>

/** Shows the like or unlike at once; the server receives the last intent. */
export function useStreamLike({ id, likesCount, viewer }: LikedStream): () => void {
  const t = useTranslations('streamLike')
  const user = useCurrentUser()
  const handleUnauthorized = useUnauthorizedHandler()
  const store = useStreamStore(id)
  const handleFailure = (error: unknown) => {
    void store.refreshRecord()
    if (!handleUnauthorized(error))
      toast({ variant: 'destructive', title: t('error'), description: t('failed') })
  }
  return () => {
    if (!user)
      return void toast({ variant: 'destructive', title: t('loginRequired'), description: t('signedOut') })
    const desired = !viewer.isLiked
    showLike(id, { isLiked: desired, likesCount: Math.max(0, likesCount + (desired ? 1 : -1)) })
    likeIntents.submit(id, desired, {
      send: (liked) => call(likeStream, { params: { id }, body: { liked } }),
      onSettled: ({ liked, likesCount: count }) => showLike(id, { isLiked: liked, likesCount: count }),
      onFailed: (error, confirmed) => {
        showLike(id, {
          isLiked: confirmed?.liked ?? viewer.isLiked,
          likesCount: confirmed?.likesCount ?? likesCount,
        })
        handleFailure(error)
      },
    })
  }
}

function showLike(streamId: string, { isLiked, likesCount }: { isLiked: boolean; likesCount: number }): void {
  changeStream(streamId, ({ viewer }) => ({ likesCount, viewer: { ...viewer, isLiked } }))
}
