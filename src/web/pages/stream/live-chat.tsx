import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Stream } from '#shared/live/streams.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { ChatPanel } from '#web/features/live/chat/chat-panel.tsx'
import { usePhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { TipGoal } from '#web/features/money/tip-goal/tip-goal.tsx'

type LiveChatProps = { stream: Stream; viewerCount: number; followAction: ReactNode; className?: string }

/** The chat beside a stream for its viewers, with the goal of its tips. */
export function LiveChat({ stream, viewerCount, followAction, className = '' }: LiveChatProps) {
  const t = useTranslations('stream')
  const user = useCurrentUser() ?? null
  const { settings } = stream
  const isPhone = usePhoneLayout() !== null
  return (
    <ChatPanel
      className={`flex-1 basis-72 portrait-phone:basis-0 lg:min-h-0 lg:flex-none ${className}`}
      streamId={stream.id}
      streamerId={stream.streamerId}
      hasEmoji={stream.streamer.isPremium}
      allowChat={settings.allowChat}
      user={user}
      viewerCount={viewerCount}
      empty={t('chatEmpty')}
      followAction={followAction}
      goal={settings.tipGoal !== null && <TipGoal stream={stream} isLine={isPhone} />}
      isGoalLine={isPhone}
    />
  )
}
