import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName, type PublicUser } from '#shared/accounts/users.ts'
import { ProMark } from '#web/features/accounts/shared/badges/pro-badge.tsx'
import type { PhoneLayout } from '#web/lib/hooks/use-phone-layout.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { NameHeading } from '#web/ui/pages/page-heading.tsx'

type PhoneInfoProps = {
  layout: PhoneLayout
  title: string
  creator: PublicUser
  isLive?: boolean
  /** Small buttons for the creator, such as Follow. */
  actions: ReactNode
  /** Shown when the row is expanded: about the creator, and when it was. */
  details: ReactNode
  /** Shown below the row: information before the start. */
  children?: ReactNode
}

/** One row of 56 px under a phone's player, which expands. In landscape only the player is shown. */
export function PhoneInfo({ layout, title, creator, isLive = false, children, ...rowProps }: PhoneInfoProps) {
  return (
    <>
      {layout === 'landscape' ? (
        <NameHeading name={title} className="sr-only" />
      ) : (
        <Row title={title} creator={creator} isLive={isLive} {...rowProps} />
      )}
      {children && <div className="grid gap-3 px-(--gutter) py-3 empty:hidden">{children}</div>}
    </>
  )
}

type RowProps = Required<Pick<PhoneInfoProps, 'title' | 'creator' | 'isLive' | 'actions' | 'details'>>

function Row({ title, creator, isLive, actions, details }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const content = useId()
  const name = displayName(creator)
  return (
    // A keyboard leaves a small phone no room for the row.
    <div className="bg-surface portrait-phone:[@media(height<30rem)]:group-has-[input:focus]/watch:hidden">
      {/* With large text the buttons wrap. */}
      <div className="flex min-h-14 flex-wrap items-center gap-x-1.5 border-b border-line ps-2 pe-2.5">
        <Link
          href={`/profile/${creator.id}`}
          aria-label={name}
          data-tooltip={name}
          className="grid size-(--tap) flex-none place-items-center rounded-full"
        >
          <Avatar
            seed={creator.id}
            name={name}
            src={creator.profileImageUrl}
            size={38}
            live={isLive}
            decorative
          />
        </Link>
        <h1
          tabIndex={-1}
          dir="auto"
          className="min-w-0 flex-1 basis-28 font-text text-small leading-tight font-bold tracking-normal text-start text-wrap"
        >
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={content}
            onClick={() => setIsOpen(!isOpen)}
            className="flex min-h-[55px] w-full items-center gap-1 text-start -outline-offset-3!"
          >
            <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{title}</span>
            <ChevronDown
              aria-hidden
              className={`size-4 flex-none stroke-[1.9] text-ink-2 transition-transform duration-(--dur-1) ${isOpen ? 'rotate-180' : ''}`}
            />
          </button>
        </h1>
        <div className="flex flex-none items-center gap-1.5 empty:hidden">{actions}</div>
      </div>
      <div id={content} hidden={!isOpen} className="border-b border-line px-(--gutter) py-3">
        {details}
      </div>
    </div>
  )
}

type CreatorDetailsProps = {
  creator: PublicUser
  /** Category, date, and counts. */
  facts: ReactNode
}

/** The creator of a stream or video, and facts about it: what does not fit in the row. */
export function CreatorDetails({ creator, facts }: CreatorDetailsProps) {
  const t = useTranslations('watch')
  return (
    <div className="grid gap-2 text-small">
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <Link
          href={`/profile/${creator.id}`}
          className="tap-area min-w-0 text-ui font-bold [overflow-wrap:anywhere]"
        >
          <bdi>{displayName(creator)}</bdi>
          <ProMark user={creator} />
        </Link>
        <span className="num text-ink-2">{t('followers', { count: creator.followersCount })}</span>
      </p>
      {creator.bio && (
        <p dir="auto" className="line-clamp-3 leading-normal text-ink-2">
          {creator.bio}
        </p>
      )}
      {facts}
    </div>
  )
}
