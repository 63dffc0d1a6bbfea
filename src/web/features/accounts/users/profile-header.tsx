import { ChevronRight } from '#web/ui/icons/chevron-right.tsx'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { displayName, secondaryHandle, type PublicUser } from '#shared/accounts/users.ts'
import { ProBadge } from '#web/features/accounts/shared/badges/pro-badge.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Cover } from '#web/ui/pattern/placeholder-patterns.tsx'
import { Bio } from './bio.tsx'

type ProfileHeaderProps = {
  user: PublicUser
  /** Links to other sites, below the bio. */
  links: ReactNode
  /** Buttons for the current user. */
  actions: ReactNode
  /** The owner has more actions, which need more width. */
  isOwner: boolean
  onOpenFollowers: () => void
  onOpenFollowing: () => void
}

/** Cover, avatar, name, bio, links and counts of a user. */
export function ProfileHeader({ user, links, actions, isOwner, ...figures }: ProfileHeaderProps) {
  const name = displayName(user)
  const handle = secondaryHandle(user)
  return (
    <>
      <div className="-mx-(--gutter) overflow-hidden md:mx-0 md:mt-5 md:rounded-card">
        <Cover seed={user.id} />
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 md:grid-cols-[auto_minmax(0,1fr)_auto] md:ps-6">
        <ProfileAvatar user={user} name={name} />
        <div className="col-span-full pt-2 md:col-span-1 md:pt-4">
          <h1 className="text-[1.625rem] [overflow-wrap:anywhere] md:text-[2.125rem]">
            <bdi>{name}</bdi>
          </h1>
          {handle && (
            <p dir="ltr" className="text-small text-ink-3 [overflow-wrap:anywhere] rtl:text-end">
              {handle}
            </p>
          )}
          {user.isPremium && (
            <p className="mt-1.5">
              <ProBadge />
            </p>
          )}
          <Bio key={user.id} user={user} />
          {links}
        </div>
        {actions && <Actions isOwner={isOwner}>{actions}</Actions>}
      </div>
      <Figures user={user} {...figures} />
    </>
  )
}

/** Overlaps the cover. Rendered in two sizes, one hidden by CSS, as `Avatar` takes its size in px. */
function ProfileAvatar({ user, name }: { user: PublicUser; name: string }) {
  const avatarProps = { seed: user.id, name, src: user.profileImageUrl, live: user.isLive, decorative: true }
  const ring = 'rounded-full bg-bg shadow-[0_0_0_6px_var(--bg)]'
  return (
    <>
      <Avatar {...avatarProps} size={92} className={`-mt-[34px] md:hidden ${ring}`} />
      <Avatar {...avatarProps} size={136} className={`-mt-[52px] max-md:hidden ${ring}`} />
    </>
  )
}

function Actions({ isOwner, children }: { isOwner: boolean; children: ReactNode }) {
  const position = isOwner
    ? 'md:col-start-2 lg:col-start-3 lg:justify-end lg:pt-5'
    : 'md:col-start-3 md:justify-end md:pt-5'
  return (
    // On phones below the text.
    <div
      className={`flex flex-wrap gap-2.5 self-start pt-4 max-md:col-span-full max-md:*:flex-1 ${position}`}
    >
      {children}
    </div>
  )
}

type FiguresProps = Pick<ProfileHeaderProps, 'user' | 'onOpenFollowers' | 'onOpenFollowing'>

function Figures({ user, onOpenFollowers, onOpenFollowing }: FiguresProps) {
  const t = useTranslations('profile')
  return (
    <dl
      aria-label={t('figures')}
      className="mt-4 mb-1 flex flex-wrap gap-1.5 border-y border-line py-2.5 md:mt-6 md:mb-[18px] md:gap-2.5"
    >
      <Figure
        label={t('followers')}
        value={user.followersCount}
        open={{ label: t('showFollowers', { count: user.followersCount }), onOpen: onOpenFollowers }}
      />
      <Figure
        label={t('following')}
        value={user.followingCount}
        open={{ label: t('showFollowing', { count: user.followingCount }), onOpen: onOpenFollowing }}
      />
      <Figure label={t('totalViews')} value={user.totalViews} />
      <Figure label={t('streamsCount')} value={user.streamsCount} />
    </dl>
  )
}

type FigureProps = { label: string; value: number; open?: { label: string; onOpen: () => void } }

function Figure({ label, value, open }: FigureProps) {
  const format = useFormatter()
  const figure = format.number(value, 'count')
  return (
    <div
      className={`relative flex min-h-(--tap) flex-[1_0_0px] flex-col-reverse justify-center px-1.5 py-2 md:max-w-40 md:px-4 ${open ? PRESSABLE_CLASS : 'border-line md:nth-[n+4]:border-s'}`}
    >
      <dt
        className={`mt-0.5 flex items-center gap-0.5 text-micro whitespace-nowrap md:text-meta ${open ? 'font-semibold text-link' : 'text-ink-2'}`}
      >
        {label}
        {open && (
          <ChevronRight aria-hidden className="-me-1 size-4 flex-none stroke-[1.9] rtl:-scale-x-100" />
        )}
      </dt>
      <dd className="num self-start font-display text-[1.125rem] leading-[1.1] font-extrabold tracking-[-.01em] md:text-[1.5rem]">
        {open ? (
          <button
            type="button"
            aria-label={open.label}
            aria-haspopup="dialog"
            onClick={open.onOpen}
            // Covers the whole cell; the cell shows the focus ring.
            className="outline-none before:absolute before:inset-0 before:content-['']"
          >
            {figure}
          </button>
        ) : (
          figure
        )}
      </dd>
    </div>
  )
}

/** Button style of a cell that opens a list. */
const PRESSABLE_CLASS =
  'rounded-control bg-raised transition-colors duration-(--dur-1) ease-cloth hover:bg-line has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:border forced-colors:border-[ButtonText]'
