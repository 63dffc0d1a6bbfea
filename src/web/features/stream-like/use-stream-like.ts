import { useTranslations } from 'use-intl/react'
import { getStream, likeStream, type Stream } from '#shared/streams.ts'
import { call } from '#web/api/call.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { updateEntity } from '#web/api/entities.ts'
import { LastIntent } from '#web/lib/last-intent.ts'
import { useLoggedOut } from '#web/lib/navigation/logged-out.ts'
import { useSocketMessages } from '#web/realtime/use-socket-messages.ts'
import { toast } from '#web/ui/overlays/toast.ts'

/** What the member wishes of streams, until the server has granted it. */
const wishes = new LastIntent<boolean, { liked: boolean; likesCount: number }>()

type Known = Pick<Stream, 'id' | 'likesCount' | 'viewer'>

/** Likes or unlikes at once; the server hears the last wish. The member's other pages are followed. */
export function useStreamLike({ id, likesCount, viewer }: Known): () => void {
  const t = useTranslations('streamLike')
  const user = useCurrentUser()
  const loggedOut = useLoggedOut()
  useOwnLikes(id)
  const refused = (error: unknown) => {
    void askAgain(id)
    if (!loggedOut(error)) toast({ variant: 'destructive', title: t('error'), description: t('failed') })
  }
  return () => {
    if (!user)
      return void toast({ variant: 'destructive', title: t('loginRequired'), description: t('signedOut') })
    const wish = !viewer.isLiked
    show(id, { isLiked: wish, likesCount: Math.max(0, likesCount + (wish ? 1 : -1)) })
    wishes.want(id, wish, {
      send: (liked) => call(likeStream, { params: { id }, body: { liked } }),
      onSettled: ({ liked, likesCount: count }) => show(id, { isLiked: liked, likesCount: count }),
      onFailed: (error, granted) => {
        show(id, {
          isLiked: granted?.liked ?? viewer.isLiked,
          likesCount: granted?.likesCount ?? likesCount,
        })
        refused(error)
      },
    })
  }
}

/** A wish of this page that is on its way is newer than what another page of the member's has come to. */
function useOwnLikes(streamId: string): void {
  useSocketMessages('own', {
    onMessage(message) {
      if (message.type !== 'stream_like_changed' || message.streamId !== streamId) return
      if (!wishes.isRunning(streamId)) show(streamId, message.data)
    },
  })
}

function show(streamId: string, { isLiked, likesCount }: { isLiked: boolean; likesCount: number }): void {
  updateEntity<Stream>('streams', streamId, ({ viewer }) => ({ likesCount, viewer: { ...viewer, isLiked } }))
}

/** What is so now, when a wish was refused or its answer did not come. */
async function askAgain(streamId: string): Promise<void> {
  try {
    const { likesCount, viewer } = await call(getStream, { params: { id: streamId } })
    show(streamId, { likesCount, isLiked: viewer.isLiked })
  } catch {
    // Without an answer it stays as it was before; a page that is opened asks again.
  }
}
