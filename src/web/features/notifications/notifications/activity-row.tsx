import { AtSign } from '#web/ui/icons/at-sign.tsx'
import { Clapperboard } from '#web/ui/icons/clapperboard.tsx'
import { Film } from '#web/ui/icons/film.tsx'
import { Flag } from '#web/ui/icons/flag.tsx'
import { HandCoins } from '#web/ui/icons/hand-coins.tsx'
import { Heart } from '#web/ui/icons/heart.tsx'
import { Megaphone } from '#web/ui/icons/megaphone.tsx'
import { MessageCircle } from '#web/ui/icons/message-circle.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { Scale } from '#web/ui/icons/scale.tsx'
import { ShieldCheck } from '#web/ui/icons/shield-check.tsx'
import { UserPlus } from '#web/ui/icons/user-plus.tsx'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Notification, NotificationType } from '#shared/notifications/notifications.ts'
import { RelativeTime } from '#web/lib/format/relative-time.tsx'
import { useInView } from '#web/lib/hooks/use-in-view.ts'
import { PAYOUT_FORM_URL } from '#web/features/notifications/shared/money/payout-form-url.ts'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { Badge, LiveBadge } from '#web/ui/badge.tsx'
import { ActivityText } from './activity-text.tsx'

type ActivityRowProps = {
  notification: Notification
  /** Called when an unread row is visible. */
  onSeen: (id: string) => void
}

/** One notification: its actors, text and excerpt, as one link. */
export function ActivityRow({ notification, onSeen }: ActivityRowProps) {
  const { id, isRead, stream } = notification
  // Keeps the badge after the row is marked as read, as long as it is mounted.
  const [isNew, setIsNew] = useState(!isRead)
  if (!isRead && !isNew) setIsNew(true)
  const row = useRef<HTMLLIElement>(null)
  useInView(row, (isVisible) => isVisible && onSeen(id), { isActive: !isRead, threshold: SEEN_RATIO })
  const { Icon, iconClass } = ICONS[notification.type]
  return (
    <li ref={row}>
      <RowLink href={hrefOf(notification)} className={isNew ? UNREAD_CLASS : ''}>
        <Icon aria-hidden className={`mt-2 size-6 stroke-[1.9] ${iconClass}`} />
        <div className="min-w-0">
          {!WITHOUT_ACTORS.has(notification.type) && <ActorAvatars notification={notification} />}
          <p className="mt-2 text-ui text-ink-2 [overflow-wrap:anywhere]">
            <ActivityText notification={notification} />
          </p>
          <Excerpt notification={notification} />
          <RelativeTime at={notification.createdAt} className="num mt-1 block text-meta text-ink-3" />
        </div>
        <div className="grid content-start justify-items-end gap-2">
          {isNew && <NewBadge />}
          {stream?.isLive && <LiveBadge live />}
        </div>
      </RowLink>
    </li>
  )
}

/** The whole row is one link, if there is something to open. */
function RowLink({
  href,
  className,
  children,
}: {
  href: string | null
  className: string
  children: ReactNode
}) {
  const row = `grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3.5 px-(--gutter) py-4 focus-visible:-outline-offset-3 md:px-5 ${className}`
  if (href === null)
    return (
      <div tabIndex={-1} className={row}>
        {children}
      </div>
    )
  return (
    <Link href={href} className={`${row} hover:bg-raised`}>
      {children}
    </Link>
  )
}

/** Visible fraction of a row at which it counts as seen. */
const SEEN_RATIO = 0.6

/** A bar at the start of the row, in addition to the badge. */
const UNREAD_CLASS = 'shadow-[inset_4px_0_0_var(--link)] rtl:shadow-[inset_-4px_0_0_var(--link)]'

const ICONS = {
  follow: { Icon: UserPlus, iconClass: 'text-link' },
  like: { Icon: Heart, iconClass: 'fill-current text-live-text' },
  comment: { Icon: MessageCircle, iconClass: 'text-link' },
  mention: { Icon: AtSign, iconClass: 'text-link' },
  live: { Icon: Radio, iconClass: 'text-live-text' },
  video: { Icon: Film, iconClass: 'text-link' },
  recording: { Icon: Clapperboard, iconClass: 'text-link' },
  tip: { Icon: HandCoins, iconClass: 'text-link' },
  payout: { Icon: HandCoins, iconClass: 'text-link' },
  announcement: { Icon: Megaphone, iconClass: 'text-link' },
  role: { Icon: ShieldCheck, iconClass: 'text-link' },
  decision: { Icon: Scale, iconClass: 'text-link' },
  report: { Icon: Flag, iconClass: 'text-link' },
} satisfies Record<NotificationType, { Icon: typeof Heart; iconClass: string }>

/** The recipient is the only actor, or there is none. */
const WITHOUT_ACTORS: ReadonlySet<NotificationType> = new Set([
  'recording',
  'payout',
  'decision',
  'report',
  'announcement',
])

function hrefOf(notification: Notification): string | null {
  const { type, post, stream, video, videosCount, actors } = notification
  // There it can be published, renamed or deleted.
  if (type === 'recording') return '/creator/videos'
  if (type === 'tip') return '/creator/earnings'
  if (type === 'payout') return PAYOUT_FORM_URL
  if (type === 'announcement') return notification.announcement.link
  if (type === 'decision') return `/decisions/${notification.decision.id}`
  if (type === 'report') return '/community'
  if (type === 'role') return `/admin/users/${notification.user.id}`
  if (stream) return `/stream/${stream.id}`
  // Several videos are on the profile of their creator.
  if (type === 'video' && videosCount > 1) return `/profile/${actors[0]?.id ?? ''}?tab=streams`
  if (video) return `/video/${video.id}`
  return post ? `/post/${post.id}` : `/profile/${actors[0]?.id ?? ''}`
}

/** Overlapping avatars of up to three actors, without covering initials. Decorative: the text names them. */
function ActorAvatars({ notification: { actors } }: { notification: Notification }) {
  return (
    <div className="flex">
      {actors.map((actor) => (
        <UserAvatar
          key={actor.id}
          user={actor}
          size={40}
          decorative
          className="not-first:-ms-1 not-first:rounded-full not-first:shadow-[0_0_0_2px_var(--surface)]"
        />
      ))}
    </div>
  )
}

function Excerpt({ notification }: { notification: Notification }) {
  const { comment, post, stream, video } = notification
  if (notification.type === 'announcement')
    // Its whole text: there is no other page with it.
    return (
      <p dir="auto" className="mt-1 text-small whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
        {notification.announcement.text}
      </p>
    )
  const text = stream?.title ?? (comment ?? post)?.excerpt ?? video?.title
  if (!text) return null
  return (
    <p dir="auto" className="mt-1 line-clamp-2 text-small text-ink-2 [overflow-wrap:anywhere]">
      {text}
    </p>
  )
}

function NewBadge() {
  const t = useTranslations('activity')
  return <Badge variant="info">{t('new')}</Badge>
}
