import { AtSign, Heart, MessageCircle, Radio, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { Notification, NotificationType } from '#shared/notifications.ts'
import { displayName } from '#shared/users.ts'
import { useInView } from '#web/lib/hooks/use-in-view.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, LiveBadge } from '#web/ui/badge.tsx'
import { ActivityText } from './activity-text.tsx'

type ActivityRowProps = {
  notification: Notification
  now: Date
  /** It has been unread, and in view long enough to be read. */
  onSeen: (id: string) => void
}

/** What happened, who did it and where; the whole row is one link. */
export function ActivityRow({ notification, now, onSeen }: ActivityRowProps) {
  const { id, isRead, stream } = notification
  // What is read by being seen stays marked while one looks: that is what the mark is for.
  const [isNew, setIsNew] = useState(!isRead)
  if (!isRead && !isNew) setIsNew(true)
  const row = useRef<HTMLLIElement>(null)
  useInView(row, (isSeen) => isSeen && onSeen(id), { isActive: !isRead, threshold: READ_SHARE })
  const { Icon, look } = ICONS[notification.type]
  return (
    <li ref={row}>
      <Link
        href={addressOf(notification)}
        className={`grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3.5 px-(--gutter) py-4 hover:bg-raised focus-visible:-outline-offset-3 md:px-5 ${isNew ? UNREAD : ''}`}
      >
        <Icon aria-hidden className={`mt-2 size-6 stroke-[1.9] ${look}`} />
        <div className="min-w-0">
          <Faces notification={notification} />
          <p className="mt-2 text-ui text-ink-2 [overflow-wrap:anywhere]">
            <ActivityText notification={notification} />
          </p>
          <Excerpt notification={notification} />
          <When at={notification.createdAt} now={now} />
        </div>
        <div className="grid content-start justify-items-end gap-2">
          {isNew && <NewBadge />}
          {stream?.isLive && <LiveBadge live />}
        </div>
      </Link>
    </li>
  )
}

/** How much of it has to be in view to be read. */
const READ_SHARE = 0.6

/** A bar at its start; the word stands at its end. */
const UNREAD = 'shadow-[inset_4px_0_0_var(--link)] rtl:shadow-[inset_-4px_0_0_var(--link)]'

const ICONS = {
  follow: { Icon: UserPlus, look: 'text-link' },
  like: { Icon: Heart, look: 'fill-current text-live-text' },
  comment: { Icon: MessageCircle, look: 'text-link' },
  mention: { Icon: AtSign, look: 'text-link' },
  live: { Icon: Radio, look: 'text-live-text' },
} satisfies Record<NotificationType, { Icon: typeof Heart; look: string }>

function addressOf({ post, stream, actors }: Notification): string {
  if (stream) return `/stream/${stream.id}`
  return post ? `/post/${post.id}` : `/profile/${actors[0]?.id ?? ''}`
}

/** The latest three, one over the other's edge but not over its letters. Their names stand in the text. */
function Faces({ notification: { actors, stream } }: { notification: Notification }) {
  return (
    <div className="flex">
      {actors.map((actor) => (
        <Avatar
          key={actor.id}
          seed={actor.id}
          name={displayName(actor)}
          src={actor.profileImageUrl}
          size={40}
          live={stream?.isLive === true}
          decorative
          className="not-first:-ms-1 not-first:rounded-full not-first:shadow-[0_0_0_2px_var(--surface)]"
        />
      ))}
    </div>
  )
}

function Excerpt({ notification: { comment, post, stream } }: { notification: Notification }) {
  const text = stream?.title ?? (comment ?? post)?.excerpt
  if (!text) return null
  return (
    <p dir="auto" className="mt-1 line-clamp-2 text-small text-ink-2 [overflow-wrap:anywhere]">
      {text}
    </p>
  )
}

function When({ at, now }: { at: string; now: Date }) {
  const format = useFormatter()
  const date = new Date(at)
  return (
    <time
      dateTime={at}
      title={format.dateTime(date, 'timestamp')}
      className="num mt-1 block text-meta text-ink-3"
    >
      {/* A clock that is slow must not say that it is yet to come. */}
      {format.relativeTime(date, date > now ? date : now)}
    </time>
  )
}

function NewBadge() {
  const t = useTranslations('activity')
  return <Badge variant="info">{t('new')}</Badge>
}
