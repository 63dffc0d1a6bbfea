import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import { displayName, type PublicUser } from '#shared/users.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Cover } from '#web/ui/cloth.tsx'

/** Cover, face, name, bio and figures of a member; `actions` are what the one who looks may do. */
export function ProfileHeader({ user, actions }: { user: PublicUser; actions: ReactNode }) {
  const name = displayName(user)
  return (
    <>
      <div className="-mx-(--gutter) overflow-hidden md:mx-0 md:mt-5 md:rounded-card">
        <Cover seed={user.id} />
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 md:grid-cols-[auto_minmax(0,1fr)_auto] md:ps-6">
        <Face user={user} name={name} />
        <div className="col-span-full pt-2 md:col-span-1 md:pt-4">
          <h1 className="text-[1.625rem] [overflow-wrap:anywhere] md:text-[2.125rem]">
            <bdi>{name}</bdi>
          </h1>
          {user.bio && (
            <p
              dir="auto"
              className="mt-1.5 max-w-[60ch] text-body whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]"
            >
              {user.bio}
            </p>
          )}
        </div>
        {actions && (
          <div className="col-span-full flex gap-2.5 self-start pt-4 max-md:*:flex-1 md:col-span-1 md:pt-5">
            {actions}
          </div>
        )}
      </div>
      <Figures user={user} />
    </>
  )
}

/** Overlaps the cover; two sizes, as the avatar's is a number. */
function Face({ user, name }: { user: PublicUser; name: string }) {
  const face = { seed: user.id, name, src: user.profileImageUrl, decorative: true }
  const ring = 'rounded-full shadow-[0_0_0_6px_var(--bg)]'
  return (
    <>
      <Avatar {...face} size={92} className={`-mt-[34px] md:hidden ${ring}`} />
      <Avatar {...face} size={136} className={`-mt-[52px] max-md:hidden ${ring}`} />
    </>
  )
}

function Figures({ user }: { user: PublicUser }) {
  const t = useTranslations('profile')
  return (
    <dl
      aria-label={t('figures')}
      className="mt-4 mb-1 grid grid-cols-[repeat(4,auto)] justify-between border-y border-line md:mt-6 md:mb-[18px] md:flex md:justify-start"
    >
      <Figure label={t('followers')} value={user.followersCount} />
      <Figure label={t('following')} value={user.followingCount} />
      <Figure label={t('totalViews')} value={user.totalViews} />
      <Figure label={t('streamsCount')} value={user.streamsCount} />
    </dl>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  const format = useFormatter()
  return (
    <div className="flex flex-col-reverse border-line py-3 md:me-7 md:border-e md:py-3.5 md:pe-7 md:last:border-0">
      <dt className="mt-0.5 text-micro text-ink-2 md:text-meta">{label}</dt>
      <dd className="num font-display text-[1.125rem] leading-[1.1] font-extrabold tracking-[-.01em] md:text-[1.5rem]">
        {format.number(value, 'count')}
      </dd>
    </div>
  )
}
