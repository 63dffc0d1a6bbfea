import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { ChatPanel } from '#web/features/live/chat/chat-panel.tsx'
import { EncoderSettings } from '#web/features/live/go-live/encoder-settings.tsx'
import { EncoderPreview } from '#web/features/live/live/studio/encoder-preview.tsx'
import type { LiveError } from '#web/features/live/live/connection/live-error.ts'
import { RecordingNotice } from '#web/features/live/live/studio/recording-notice.tsx'
import { StudioAlert } from '#web/features/live/live/studio/studio-alert.tsx'
import { useStudioControls } from '#web/features/live/live/studio/studio-controls.tsx'
import { StudioPreview } from '#web/features/live/live/studio/studio-preview.tsx'
import { FoldedFigures, StudioFigures } from '#web/features/live/live/studio/studio-figures.tsx'
import { sendFrames } from '#web/features/live/live/studio/send-frames.ts'
import { useBroadcast } from '#web/features/live/live/studio/use-broadcast.ts'
import { useStudioActions } from '#web/features/live/live/studio/use-studio-actions.ts'
import { EditButton, useEditStream } from '#web/features/live/stream-form/edit-stream-button.tsx'
import { TipGoal } from '#web/features/money/tip-goal/tip-goal.tsx'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useLeaveGuard } from '#web/ui/overlays/leave-guard.tsx'
import { useHeight } from '#web/lib/hooks/use-height.ts'
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts'
import { usePhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { WatchChat, WatchLayout, WatchSide } from '#web/pages/watch/watch-layout.tsx'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { rememberEndedBroadcast } from '#web/features/studio/recap/ended-broadcast.ts'
import { useWatchedEntities } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { useStream } from '#web/features/live/shared/streams/use-stream.ts'
import { NameHeading } from '#web/ui/pages/page-heading.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import {
  ElapsedBadge,
  LiveBadges,
  PhoneStudioInfo,
  StudioIcons,
  StudioTools,
  TestLink,
} from './broadcast/studio-parts.tsx'

declare module 'react' {
  interface CSSProperties {
    /** Height of the control bar on phones. */
    '--bar'?: string
  }
}

/** `/stream/:streamId/broadcast`: the studio of one stream, for its owner only. */
export function StreamBroadcastPage({ streamId }: { streamId: string }) {
  const t = useTranslations('stream')
  const query = useStream(streamId)
  const { data: stream, error, isPending } = query
  const user = useCurrentUser()
  if (isPending || user === undefined) return <PageSpinner />
  const isNotFound = error instanceof ApiError && error.status === 404
  if (user && error && !isNotFound) {
    return <PageLoadFailed title={t('loadFailed')} query={query} />
  }
  if (!user || !stream?.viewer.isOwner) return <AccessDenied />
  return <Studio key={stream.id} initial={stream} user={user} />
}

/** From here on the chat is beside the picture, and the figures have a row of their own. */
const WIDE = '(min-width: 64rem)'

/** Initial height of the control bar of phones in px: one row. */
const BAR_PX = 57

function AccessDenied() {
  const t = useTranslations('studio')
  return (
    <PageNotFound title={t('accessDenied')} link={{ href: '/profile', name: t('goToProfile') }} offersSignIn>
      {t('accessDeniedText')}
    </PageNotFound>
  )
}

function Studio({ initial, user }: { initial: Stream; user: CurrentUser }) {
  const t = useTranslations('studio')
  const { session, stream, location, start, end, takeOver, ...state } = useBroadcast(initial)
  const guard = useLeaveGuard(stream.isLive && state.isBroadcasting, {
    title: t('leaveTitle'),
    description: t('leaveText'),
    confirm: t('leave'),
  })
  const [, navigate] = useLocation()
  const { starting, ending } = useStudioActions({
    start,
    end,
    hasMedia: state.media !== null,
    onEnding: guard.release,
    onEnded: () => {
      // A broadcast from elsewhere goes on from there.
      rememberEndedBroadcast(stream.id, { canResume: location === 'here' })
      navigate('/profile')
    },
  })
  usePageTitle(t('pageTitle', { title: stream.title }))
  useWatchedEntities({ userIds: [stream.streamerId] })
  useEffect(() => sendFrames({ streamId: initial.id, state: session.state }), [initial.id, session])
  const phone = usePhoneLayout()
  const isWide = useMediaQuery(WIDE)
  const { ref: bar, height } = useHeight<HTMLDivElement>(BAR_PX)
  const dataUsage = location === 'encoder' ? null : session.dataUsage.state
  const { controls, dialogs } = useStudioControls({
    ref: bar,
    session,
    state,
    hasDevices: location === 'here',
    encoder: <EncoderSettings stream={stream} isOpen={location !== 'here'} />,
    isLive: stream.isLive,
    isStarting: starting.isPending,
    isEnding: ending.isPending,
    onStart: starting.run,
    onEnd: ending.run,
  })
  const edit = useEditStream(stream)
  const editButton = (
    <EditButton onClick={edit.open} pending={edit.isLoading} {...(phone && { size: 'sm' })} />
  )
  const notices = (
    <>
      <StudioAlert error={isShownInPreview(state.error) ? null : state.error} />
      <RecordingNotice stream={stream} />
    </>
  )
  return (
    <div
      style={{ '--bar': `${height}px` }}
      className="contents portrait-phone:[--foot:var(--bar)] portrait-phone:[&_:is(a,button,input):not([role=log]_*)]:scroll-mb-[calc(var(--foot)+1rem)]"
    >
      {guard.dialog}
      {dialogs}
      {edit.dialog}
      <WatchLayout
        hasChat
        icons={phone && <StudioIcons stream={stream} />}
        player={
          location === 'encoder' ? (
            <EncoderPreview stream={stream}>{!isWide && <ElapsedBadge stream={stream} />}</EncoderPreview>
          ) : (
            <StudioPreview
              state={state}
              location={location}
              isLive={stream.isLive}
              isRecording={stream.isRecording}
              onOpenMedia={() => void session.openMedia().catch(console.warn)}
              onRetryDevices={() => session.retryDevices()}
              onTakeOver={takeOver}
            >
              {!isWide && <LiveBadges stream={stream} />}
              {!phone && <Badge variant="video">{stream.category}</Badge>}
            </StudioPreview>
          )
        }
        info={
          phone ? (
            <PhoneStudioInfo stream={stream} layout={phone} editButton={editButton}>
              {notices}
            </PhoneStudioInfo>
          ) : (
            <div className="grid gap-3.5 px-(--gutter) md:px-0">
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
                <NameHeading name={stream.title} />
                <TestLink stream={stream} />
              </div>
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                {controls}
                <StudioTools stream={stream} editButton={editButton} />
              </div>
              {notices}
              {isWide && <StudioFigures stream={stream} dataUsage={dataUsage} />}
            </div>
          )
        }
      >
        <WatchSide>
          <WatchChat>
            <ChatPanel
              className="flex-1 basis-72 portrait-phone:basis-0 lg:min-h-[max(600px,calc(100dvh-7rem))] lg:flex-none"
              streamId={stream.id}
              streamerId={stream.streamerId}
              hasEmoji={stream.streamer.isPremium}
              allowChat={stream.settings.allowChat}
              user={user}
              viewerCount={stream.viewerCount}
              empty={t('chatEmpty')}
              goal={stream.settings.tipGoal !== null && <TipGoal stream={stream} isLine={!isWide} />}
              isGoalLine={!isWide}
              header={!isWide && <FoldedFigures stream={stream} dataUsage={dataUsage} />}
            />
          </WatchChat>
        </WatchSide>
        {phone && controls}
      </WatchLayout>
    </div>
  )
}

/** Whether the preview shows the error: missing devices, or a broadcast taken over by another window. */
const isShownInPreview = (error: LiveError | null) => error === 'devices' || error === 'takenOver'
