import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { signInAddress } from '#web/lib/navigation/sign-in-address.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useFollow } from './use-follow.ts'

type FollowButtonProps = {
  userId: string
  /** Whom it is about, for readers of a list of such buttons. */
  name: string
  /** Marigold where it is the page's one action. */
  variant?: 'line' | 'action'
  /** `xs` at the end of a row. */
  size?: 'xs' | 'md'
  /** Toasts say what became of it. */
  isTold?: boolean
  /** A visitor is led to sign in; without it there is no button for visitors. */
  forVisitors?: boolean
  className?: string
}

/** 'Follow', then 'Following': as wide in both states. Not there for oneself. */
export function FollowButton({ userId, name, forVisitors = false, ...look }: FollowButtonProps) {
  const me = useCurrentUser()
  const follow = useFollow(userId)
  if (me === null && forVisitors) return <SignInToFollow name={name} {...look} />
  return follow ? <Toggle name={name} {...follow} {...look} /> : null
}

type Look = Pick<FollowButtonProps, 'name' | 'variant' | 'size' | 'isTold' | 'className'>
type ToggleProps = Look & NonNullable<ReturnType<typeof useFollow>>

function Toggle({ name, isFollowing, toggle, variant = 'line', isTold, ...place }: ToggleProps) {
  const t = useTranslations('people')
  const whom = useId()
  const tell = (following: boolean) => toast({ title: following ? t('nowFollowing') : t('unfollowed') })
  return (
    <>
      <Button
        variant={isFollowing ? 'on' : variant}
        aria-pressed={isFollowing ?? false}
        aria-describedby={whom}
        pending={isFollowing === undefined}
        onClick={() => toggle(isTold ? tell : undefined)}
        {...place}
      >
        <HeldWidth>
          {isFollowing ? (
            <>
              <Check aria-hidden />
              {t('following')}
            </>
          ) : (
            t('follow')
          )}
        </HeldWidth>
      </Button>
      <span id={whom} hidden>
        {name}
      </span>
    </>
  )
}

function SignInToFollow({ name, variant = 'line', isTold: _told, ...place }: Look) {
  const t = useTranslations('people')
  const { path, search } = useCurrentLocation()
  return (
    <Button asChild variant={variant} {...place}>
      <a href={signInAddress(path + search)} title={t('signInToFollow', { name })}>
        {t('follow')}
      </a>
    </Button>
  )
}

/** The wider of both texts stands unseen behind the one that is shown. */
function HeldWidth({ children }: { children: ReactNode }) {
  const t = useTranslations('people')
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-1.5'
  return (
    <span className="grid place-items-center">
      <span className={`invisible ${cell}`} aria-hidden>
        <Check />
        {t('following')}
      </span>
      <span className={cell}>{children}</span>
    </span>
  )
}
