import type { Video } from '#shared/videos/videos.ts'
import { ChatEmoji } from '#web/features/live/chat/emoji/chat-emoji.tsx'
import { ReplayedRow } from '#web/features/live/chat/list/replayed-row.tsx'
import { ReplayedHighlights } from '#web/features/live/chat/tips/replayed-highlights.tsx'
import { ReplayPanel } from '#web/features/videos/videos/replay-panel.tsx'

type ReplayedChatProps = {
  video: Video
  player: { readonly current: HTMLVideoElement | null }
}

/** The chat of a recorded broadcast, with its tips and the creator's emoji, in sync with the player. */
export function ReplayedChat({ video, player }: ReplayedChatProps) {
  const { creatorId, creator } = video
  return (
    <ChatEmoji creatorId={creatorId} isOffered={creator.isPremium}>
      <ReplayPanel
        video={video}
        player={player}
        renderRow={(replayed) => (
          <ReplayedRow key={replayed.message.id} replayed={replayed} streamerId={creatorId} />
        )}
        renderHighlights={(tips) => <ReplayedHighlights tips={tips} />}
      />
    </ChatEmoji>
  )
}
