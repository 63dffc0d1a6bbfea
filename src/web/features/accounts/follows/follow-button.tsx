import { Check } from '#web/ui/icons/check.tsx'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useFollow } from './use-follow.ts'

type FollowButtonProps = {
  userId: string
  /** Name of the user, read by screen readers with the button. */
  name: string
  /** `action` (marigold) where it is the page's main action. */
  variant?: 'line' | 'action'
  /** `xs` at the end of a row. */
  size?: 'xs' | 'md'
  /** Shows the outcome in a toast. */
  showsToasts?: boolean
  /** Shows visitors a link to sign in; otherwise they see no button. */
  forVisitors?: boolean
  /** As wide as 'Follow': a check mark alone says 'Following'. */
  isCompact?: boolean
  className?: string
}

/** A 'Follow' / 'Following' toggle of constant width. Renders nothing for the current user itself. */
export function FollowButton({
  userId,
  name,
  showsToasts = false,
  forVisitors = false,
  isCompact = false,
  ...style
}: FollowButtonProps) {
  const t = useTranslations('people')
  const currentUser = useCurrentUser()
  const follow = useFollow(userId, (isFollowing) => {
    if (showsToasts) toast({ title: isFollowing ? t('nowFollowing') : t('unfollowed') })
  })
  if (currentUser === null && forVisitors) return <SignInToFollow name={name} {...style} />
  return follow ? <Toggle name={name} isCompact={isCompact} {...follow} {...style} /> : null
}

type ToggleStyle = Pick<FollowButtonProps, 'name' | 'variant' | 'size' | 'className'>
type ToggleProps = ToggleStyle &
  Pick<FollowButtonProps, 'isCompact'> &
  NonNullable<ReturnType<typeof useFollow>>

function Toggle({ name, isFollowing, toggle, variant = 'line', isCompact, ...buttonProps }: ToggleProps) {
  const t = useTranslations('people')
  const nameId = useId()
  return (
    <>
      <Button
        variant={isFollowing ? 'on' : variant}
        aria-pressed={isFollowing ?? false}
        aria-describedby={nameId}
        pending={isFollowing === undefined}
        onClick={toggle}
        {...buttonProps}
      >
        <StableWidth isCompact={isCompact}>
          {isFollowing ? (
            <>
              <Check aria-hidden />
              <span className={isCompact ? 'sr-only' : ''}>{t('following')}</span>
            </>
          ) : (
            t('follow')
          )}
        </StableWidth>
      </Button>
      <span id={nameId} hidden>
        {name}
      </span>
    </>
  )
}

function SignInToFollow({ name, variant = 'line', ...buttonProps }: ToggleStyle) {
  const t = useTranslations('people')
  const { path, search } = useCurrentLocation()
  return (
    <Button asChild variant={variant} {...buttonProps}>
      <a href={signInUrl(path + search)} title={t('signInToFollow', { name })}>
        {t('follow')}
      </a>
    </Button>
  )
}

/** Renders the wider text invisibly behind the visible one, so that the width is constant. */
function StableWidth({ isCompact, children }: { isCompact: boolean | undefined; children: ReactNode }) {
  const t = useTranslations('people')
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-1.5'
  return (
    <span className="grid place-items-center">
      <span className={`invisible ${cell}`} aria-hidden>
        {isCompact ? (
          t('follow')
        ) : (
          <>
            <Check />
            {t('following')}
          </>
        )}
      </span>
      <span className={cell}>{children}</span>
    </span>
  )
}
