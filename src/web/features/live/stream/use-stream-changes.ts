import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/streams.ts'
import { updateEntity, entityKey } from '#web/api/entities.ts'
import { queryClient } from '#web/api/query-client.ts'
import { pageUser } from '#web/api/page-user.ts'
import { useJitteredCallback } from '#web/lib/hooks/use-jittered-callback.ts'
import { useStreamTopic } from '#web/realtime/use-socket.ts'
import { shownViewerCount } from './viewer-count.ts'

/** Longest time between the socket's return and the look at what was missed, in ms. */
const SPREAD_MS = 2000

/**
 * Keeps a stream's record in the cache as the server says it is; null follows nothing. `askAgain` is called when what is
 * known may be wrong: the socket was away, or the stream is no longer to be seen.
 */
export function useStreamChanges(streamId: string | null, askAgain: () => void): void {
  const askSoon = useJitteredCallback(askAgain, SPREAD_MS)
  useStreamTopic(
    streamId,
    (message) => {
      if (!streamId) return
      if (message.type === 'error' && message.code === 'not_found') return askAgain()
      if (message.type === 'stream_deleted') return askSoon()
      updateEntity<Stream>('streams', streamId, (known) => changeOf(known, message))
      if (message.type === 'subscribed' && isOlder(streamId, message.mark)) askAgain()
    },
    (isFirst) => {
      if (!isFirst) askSoon()
    },
  )
}

/** The record was read before a change, which was told before anybody here listened. */
function isOlder(streamId: string, mark: { updatedAt: string } | undefined): boolean {
  const known = queryClient.getQueryData<Stream>(entityKey('streams', streamId))
  return mark !== undefined && known !== undefined && known.updatedAt < mark.updatedAt
}

function changeOf(known: Stream, message: Downstream): Partial<Stream> {
  switch (message.type) {
    case 'stream_updated': {
      const canChat = Boolean(pageUser.get().user) && message.data.settings.allowChat
      return { ...message.data, viewer: { ...known.viewer, canChat } }
    }
    case 'subscribed':
      return message.mark ? { likesCount: message.mark.likesCount } : {}
    case 'stream_likes':
      return message.data
    case 'viewer_count': {
      const viewerCount = shownViewerCount(message.data, known.viewer.isOwner)
      // Who waits for the start is not of the broadcast.
      return { viewerCount, ...(known.isLive && { maxViewers: Math.max(known.maxViewers, viewerCount) }) }
    }
    case 'stream_started':
      return {
        isLive: true,
        startedAt: message.data.startedAt,
        endedAt: null,
        maxViewers: Math.max(known.maxViewers, known.viewerCount),
      }
    case 'stream_ended':
      return { isLive: false, endedAt: message.data.endedAt }
    default:
      return {}
  }
}
