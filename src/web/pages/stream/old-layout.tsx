import type { ReactNode } from 'react'
import type { Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import { LegacyHeader } from '#web/features/live/live/watch/legacy-header.tsx'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import { TipButton } from '#web/features/money/tips/tip-button.tsx'
import { useWatchedEntities } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { Card } from '#web/ui/card.tsx'
import { LiveChat } from './live-chat.tsx'

export type OldLayoutProps = {
  stream: Stream
  isLive: boolean
  viewerCount: number
  isOver: boolean
  player: ReactNode
  /** Replaces the live chat. */
  chat?: ReactNode
}

/** The legacy layout around a player. */
export function OldLayout({ stream, isLive, viewerCount, isOver, player, chat }: OldLayoutProps) {
  const { streamer } = stream
  useWatchedEntities({ userIds: [streamer.id] })
  const follow = <FollowButton userId={streamer.id} name={displayName(streamer)} showsToasts forVisitors />
  return (
    // On phones the chat fills the rest of the viewport.
    <div className="mx-auto flex min-h-[calc(100dvh-70px)] max-w-[1536px] flex-col gap-x-6 gap-y-3.5 pb-8 md:gap-y-5 md:px-(--gutter) md:pt-5 md:pb-16 lg:grid lg:min-h-0 lg:grid-cols-[minmax(0,1fr)_368px] lg:items-start">
      <Card className="max-md:rounded-none max-md:border-x-0">
        <LegacyHeader
          stream={stream}
          isLive={isLive}
          viewerCount={viewerCount}
          isOver={isOver}
          action={
            <>
              {follow}
              <TipButton creator={streamer} streamId={stream.id} />
            </>
          }
        />
        {player}
      </Card>
      {chat ?? <LiveChat stream={stream} viewerCount={viewerCount} followAction={follow} />}
    </div>
  )
}
