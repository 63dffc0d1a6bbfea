import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'
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
import { StudioControls } from '#web/features/live/live/studio/studio-controls.tsx'
import { StudioPreview } from '#web/features/live/live/studio/studio-preview.tsx'
import { StudioFigures } from '#web/features/live/live/studio/studio-figures.tsx'
import { sendFrames } from '#web/features/live/live/studio/send-frames.ts'
import { useBroadcast } from '#web/features/live/live/studio/use-broadcast.ts'
import { useStudioActions } from '#web/features/live/live/studio/use-studio-actions.ts'
import { StreamMenuButton } from '#web/features/live/stream-delete/stream-menu-button.tsx'
import { EditStreamButton } from '#web/features/live/stream-form/edit-stream-button.tsx'
import { ShareStream } from '#web/features/live/streams/share-stream.tsx'
import { TipGoal } from '#web/features/money/tip-goal/tip-goal.tsx'
import { PageLoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useLeaveGuard } from '#web/ui/overlays/leave-guard.tsx'
import { useHeight } from '#web/lib/hooks/use-height.ts'
import { PageNotFound } from '#web/ui/pages/page-not-found.tsx'
import { usePageTitle } from '#web/ui/pages/page-title.ts'
import { rememberEndedBroadcast } from '#web/features/studio/recap/ended-broadcast.ts'
import { useWatchedEntities } from '#web/features/community/shared/watched-entities/use-watched-entities.ts'
import { useStream } from '#web/features/live/shared/streams/use-stream.ts'
import { NameHeading } from '#web/ui/pages/page-heading.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'

declare module 'react' {
  interface CSSProperties {
    /** Height of the control bar. */
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

/** Initial height of the control bar in px: one row. */
const BAR_PX = 65

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
      rememberEndedBroadcast(stream.id)
      navigate('/profile')
    },
  })
  usePageTitle(t('pageTitle', { title: stream.title }))
  useWatchedEntities({ userIds: [stream.streamerId] })
  useEffect(() => sendFrames({ streamId: initial.id, state: session.state }), [initial.id, session])
  const { ref: bar, height } = useHeight<HTMLDivElement>(BAR_PX)
  return (
    <div
      style={{ '--bar': `${height}px` }}
      className="mx-auto grid max-w-[1536px] grid-cols-[minmax(0,1fr)] items-start [--foot:var(--bar)] gap-x-6 gap-y-4 pb-[calc(var(--bar)+2rem)] [&_:is(a,button,input):not([role=log]_*)]:scroll-mb-[calc(var(--foot)+1rem)] md:px-(--gutter) md:pt-5 lg:grid-cols-[minmax(0,1fr)_368px] lg:[--foot:0px] lg:pb-16"
    >
      {guard.dialog}
      <div className="grid min-w-0 gap-4">
        {location === 'encoder' ? (
          <EncoderPreview stream={stream} />
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
            <Badge variant="video">{stream.category}</Badge>
          </StudioPreview>
        )}
        <div className="grid gap-4 px-(--gutter) md:px-0">
          <div className="flex flex-wrap items-center justify-between gap-4">
            <NameHeading name={stream.title} />
            <StudioControls
              ref={bar}
              session={session}
              state={state}
              hasDevices={location === 'here'}
              encoder={<EncoderSettings stream={stream} />}
              isLive={stream.isLive}
              isStarting={starting.isPending}
              isEnding={ending.isPending}
              onStart={starting.run}
              onEnd={ending.run}
            />
          </div>
          <StudioAlert error={isShownInPreview(state.error) ? null : state.error} />
          <RecordingNotice stream={stream} />
          <Tools stream={stream} />
          <StudioFigures
            stream={stream}
            dataUsage={location === 'encoder' ? null : session.dataUsage.state}
          />
        </div>
      </div>
      <ChatPanel
        className="h-[420px]"
        streamId={stream.id}
        streamerId={stream.streamerId}
        hasEmoji={stream.streamer.isPremium}
        allowChat={stream.settings.allowChat}
        user={user}
        viewerCount={stream.viewerCount}
        empty={t('chatEmpty')}
        goal={stream.settings.tipGoal !== null && <TipGoal stream={stream} />}
      />
    </div>
  )
}

function Tools({ stream }: { stream: Stream }) {
  const t = useTranslations('studio')
  const [, navigate] = useLocation()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ShareStream stream={stream} />
      <EditStreamButton stream={stream} />
      <StreamMenuButton stream={stream} onDeleted={() => navigate('/profile', { replace: true })} />
      {!stream.isLive && (
        <Link href="/creator/go-live" className="text-link">
          {t('testConnection')}
        </Link>
      )}
    </div>
  )
}

/** Whether the preview shows the error: missing devices, or a broadcast taken over by another window. */
const isShownInPreview = (error: LiveError | null) => error === 'devices' || error === 'takenOver'
