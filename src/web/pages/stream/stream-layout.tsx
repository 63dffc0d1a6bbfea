import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { isUpcoming, type Stream } from '#shared/live/streams.ts'
import { displayName } from '#shared/accounts/users.ts'
import {
  StreamAbout,
  StreamDescription,
  StreamFacts,
  StreamInfo,
} from '#web/features/live/live/watch/stream-info.tsx'
import { FollowButton } from '#web/features/accounts/follows/follow-button.tsx'
import { TipGoalText } from '#web/features/money/tip-goal/tip-goal.tsx'
import { SchedulePanel } from '#web/features/live/schedule/schedule-panel.tsx'
import { DeleteStreamButton } from '#web/features/live/stream-delete/delete-stream-button.tsx'
import { StreamMenuButton } from '#web/features/live/stream-delete/stream-menu-button.tsx'
import { EditStreamButton } from '#web/features/live/stream-form/edit-stream-button.tsx'
import { useCachedUser } from '#web/features/accounts/users/use-user.ts'
import { useNow } from '#web/lib/hooks/use-now.ts'
import { usePhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { useWatchedEntities } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { AboutButton } from '#web/pages/watch/about-button.tsx'
import { CreatorDetails, PhoneInfo } from '#web/pages/watch/phone-info.tsx'
import {
  WatchChat,
  WatchComments,
  WatchLayout,
  WatchMain,
  WatchSide,
} from '#web/pages/watch/watch-layout.tsx'
import { LiveChat } from './live-chat.tsx'
import { StreamIcons, StreamSafety, StreamTools } from './stream-tools.tsx'

export type StreamLayoutProps = {
  stream: Stream
  isLive: boolean
  startedAt: string | null
  viewerCount: number
  isTheatre?: boolean
  player: ReactNode
  tipButton: ReactNode
  /** Replaces the live chat. */
  chat?: ReactNode
  /** Shown under the title. */
  notice?: ReactNode
  /** What replaces the stream's own of these: those of its recording. */
  recorded?: RecordedParts
}

type RecordedParts = {
  /** Its views. */
  facts: ReactNode
  /** Like, Share and the menu, on phones in two parts: icons on the player, and buttons in the sheet. */
  tools: ReactNode
  icons: ReactNode
  safety: ReactNode
  comments: ReactNode
}

/** The page of a stream around its player. */
export function StreamLayout(props: StreamLayoutProps) {
  const { stream, player, chat, recorded } = props
  const phone = usePhoneLayout()
  const streamer = useCachedUser(stream.streamer)
  useWatchedEntities({ userIds: [streamer.id] })
  const follow = (
    <FollowButton
      userId={streamer.id}
      name={displayName(streamer)}
      showsToasts
      {...(phone && { size: 'xs', isCompact: true })}
    />
  )
  const parts = { ...props, stream: { ...stream, streamer }, follow }
  return (
    <WatchLayout
      player={player}
      hasChat
      hasPanels={recorded !== undefined}
      isTheatre={props.isTheatre ?? false}
      icons={phone && <PhoneIcons {...parts} />}
      info={phone ? <PhoneStreamInfo {...parts} layout={phone} /> : <WideStreamInfo {...parts} />}
    >
      <WatchSide>
        <WatchChat>
          {chat ?? <LiveChat stream={stream} viewerCount={props.viewerCount} followAction={follow} />}
        </WatchChat>
      </WatchSide>
      <WatchMain>
        {!phone && <StreamAbout description={stream.description} />}
        {recorded && <WatchComments>{recorded.comments}</WatchComments>}
      </WatchMain>
    </WatchLayout>
  )
}

type PartProps = StreamLayoutProps & { follow: ReactNode }

function WideStreamInfo({ stream, isLive, startedAt, follow, tipButton, notice, recorded }: PartProps) {
  const onDeleted = useOnDeleted()
  return (
    <StreamInfo
      stream={stream}
      isLive={isLive}
      startedAt={startedAt}
      streamerActions={
        <>
          {follow}
          {tipButton}
        </>
      }
      facts={recorded?.facts}
      streamActions={
        <>
          <EditStreamButton stream={stream} />
          {recorded?.tools ?? <StreamTools stream={stream} />}
        </>
      }
      menu={<StreamMenuButton stream={stream} onDeleted={onDeleted} />}
    >
      {notice}
      <ComingUp stream={stream} />
    </StreamInfo>
  )
}

function PhoneStreamInfo({
  layout,
  ...props
}: PartProps & { layout: NonNullable<ReturnType<typeof usePhoneLayout>> }) {
  const { stream, isLive, follow, tipButton, notice } = props
  return (
    <PhoneInfo
      layout={layout}
      title={stream.title}
      creator={stream.streamer}
      isLive={isLive}
      actions={
        <>
          {follow}
          {tipButton}
        </>
      }
      details={<StreamDetails {...props} />}
    >
      {notice}
      <ComingUp stream={stream} />
    </PhoneInfo>
  )
}

/** Icons on a phone's player. Its sheet also has what landscape has no row for. */
function PhoneIcons(props: PartProps) {
  const { stream, follow, tipButton, recorded } = props
  const t = useTranslations('stream')
  const onDeleted = useOnDeleted()
  return (
    <>
      {recorded?.icons ?? <StreamIcons stream={stream} />}
      <AboutButton name={t('about')}>
        <p dir="auto" className="font-bold [overflow-wrap:anywhere]">
          {stream.title}
        </p>
        <StreamDetails {...props} />
        <StreamDescription description={stream.description} />
        <div className="flex flex-wrap gap-2.5 empty:hidden portrait-phone:hidden">
          {follow}
          {tipButton}
        </div>
        <div className="grid gap-2.5 empty:hidden">
          <EditStreamButton stream={stream} />
          <DeleteStreamButton stream={stream} onDeleted={onDeleted} />
          {recorded?.safety ?? <StreamSafety stream={stream} />}
        </div>
      </AboutButton>
    </>
  )
}

function StreamDetails({ stream, isLive, startedAt, viewerCount, recorded }: PartProps) {
  const t = useTranslations('watch')
  return (
    <CreatorDetails
      creator={stream.streamer}
      facts={
        <StreamFacts stream={stream} isLive={isLive} startedAt={startedAt}>
          {isLive && <span className="num">{t('viewers', { count: viewerCount })}</span>}
          {recorded?.facts}
          <TipGoalText stream={stream} />
        </StreamFacts>
      }
    />
  )
}

function useOnDeleted(): () => void {
  const [, navigate] = useLocation()
  return () => navigate('/profile', { replace: true })
}

const MINUTE_MS = 60_000

/** Shown while a stream is announced and has not started. */
function ComingUp({ stream }: { stream: Stream }) {
  const { scheduledFor } = stream
  const now = useNow(MINUTE_MS)
  if (!scheduledFor || !isUpcoming(stream, now.getTime())) return null
  return <SchedulePanel stream={{ ...stream, scheduledFor }} />
}
