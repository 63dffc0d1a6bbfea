import { Eye } from '#web/ui/icons/eye.tsx'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link, useLocation } from 'wouter'
import type { Stream } from '#shared/live/streams.ts'
import { Elapsed } from '#web/features/live/live/studio/elapsed.tsx'
import { StreamDescription } from '#web/features/live/live/watch/stream-info.tsx'
import { DeleteStreamButton } from '#web/features/live/stream-delete/delete-stream-button.tsx'
import { StreamMenuButton } from '#web/features/live/stream-delete/stream-menu-button.tsx'
import { EditStreamButton } from '#web/features/live/stream-form/edit-stream-button.tsx'
import { ShareStream } from '#web/features/live/streams/share-stream.tsx'
import type { PhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { AboutButton } from '#web/pages/watch/about-button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { NameHeading } from '#web/ui/pages/page-heading.tsx'

type PartProps = { stream: Stream }

/** Viewers and duration, on the picture. */
export function LiveBadges({ stream }: PartProps) {
  const t = useTranslations('studio')
  const format = useFormatter()
  return (
    <>
      <Badge variant="video">
        <Eye aria-hidden />
        <span className="sr-only">{t('viewers')}</span>
        {format.number(stream.viewerCount, 'count')}
      </Badge>
      <ElapsedBadge stream={stream} />
    </>
  )
}

export function ElapsedBadge({ stream }: PartProps) {
  const t = useTranslations('studio')
  if (!stream.isLive) return null
  return (
    <Badge variant="video">
      <span className="sr-only">{t('duration')}</span>
      <Elapsed since={stream.startedAt} />
    </Badge>
  )
}

type PhoneStudioInfoProps = PartProps & { layout: PhoneLayout; editButton: ReactNode; children: ReactNode }

/** Under a phone's picture: the title until the start, then only what the broadcaster has to know. */
export function PhoneStudioInfo({ stream, layout, editButton, children }: PhoneStudioInfoProps) {
  return (
    <>
      {stream.isLive || layout === 'landscape' ? (
        <NameHeading name={stream.title} className="sr-only" />
      ) : (
        <div className="flex min-h-14 flex-wrap items-center gap-x-3 border-b border-line bg-surface px-(--gutter) py-1.5">
          <h1
            tabIndex={-1}
            dir="auto"
            className="line-clamp-2 min-w-0 flex-1 basis-40 font-text text-small leading-tight font-bold tracking-normal [overflow-wrap:anywhere]"
          >
            {stream.title}
          </h1>
          {editButton}
        </div>
      )}
      <div className="grid gap-3 px-(--gutter) py-3 empty:hidden landscape-phone:absolute landscape-phone:start-0 landscape-phone:end-(--player-inset,0px) landscape-phone:top-12 landscape-phone:z-[11]">
        {children}
      </div>
    </>
  )
}

/** Icons on a phone's picture. The sheet has what is seldom needed during a broadcast. */
export function StudioIcons({ stream }: PartProps) {
  const t = useTranslations('studio')
  const onDeleted = useOnDeleted()
  return (
    <>
      <ShareStream stream={stream} isOnVideo />
      <AboutButton name={t('about')}>
        <p dir="auto" className="font-bold [overflow-wrap:anywhere]">
          {stream.title}
        </p>
        <p>
          <Badge>{stream.category}</Badge>
        </p>
        <StreamDescription description={stream.description} />
        <div className="grid gap-2.5">
          <EditStreamButton stream={stream} />
          <DeleteStreamButton stream={stream} onDeleted={onDeleted} />
        </div>
        <TestLink stream={stream} />
      </AboutButton>
    </>
  )
}

/** The same on wide screens, beside the controls. */
export function StudioTools({ stream, editButton }: PartProps & { editButton: ReactNode }) {
  const onDeleted = useOnDeleted()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ShareStream stream={stream} />
      {editButton}
      <StreamMenuButton stream={stream} onDeleted={onDeleted} />
    </div>
  )
}

/** Before the start: the page on which devices and connection are tested, and an encoder is set up. */
export function TestLink({ stream }: PartProps) {
  const t = useTranslations('studio')
  if (stream.isLive) return null
  return (
    <Link href="/creator/go-live" className="text-link">
      {t('testConnection')}
    </Link>
  )
}

function useOnDeleted(): () => void {
  const [, navigate] = useLocation()
  return () => navigate('/profile', { replace: true })
}
