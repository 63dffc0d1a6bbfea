import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { toFollowAge } from '#web/features/live/chat/session/follow-age.ts'
import type { Block } from '#web/features/live/chat/session/block-reason.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { Button } from '#web/ui/button.tsx'
import { useSecondsLeft } from './use-seconds-left.ts'

/** The actions that resolve the reason why a user cannot write. */
export type BlockActions = {
  /** A button to follow the streamer. */
  followAction: ReactNode
  onTimeOutEnd: () => void
  onFollowOldEnough: () => void
}

/** Says why the user cannot write, in place of the field. */
export function BlockNotice({
  block,
  followAction,
  onTimeOutEnd,
  onFollowOldEnough,
}: BlockActions & { block: Block }) {
  const t = useTranslations('chat')
  switch (block.kind) {
    case 'off':
      return <Box>{t('disabled')}</Box>
    case 'banned':
      return <Box>{t('banned')}</Box>
    case 'blocked':
      return <Box>{t('blocked')}</Box>
    case 'followersOnly':
      return block.until === null ? (
        <Box action={followAction}>
          {block.minutes === 0 ? t('followersOnly') : t('followersOnlyFor', toFollowAge(block.minutes))}
        </Box>
      ) : (
        <FollowWait minutes={block.minutes} until={block.until} onEnd={onFollowOldEnough} />
      )
    case 'timedOut':
      return <TimeOutNotice until={block.until} onTimeOutEnd={onTimeOutEnd} />
    case 'visitor':
      return <SignInPrompt />
    default:
      return block satisfies never
  }
}

function Box({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="sticky bottom-(--foot,0px) grid justify-items-center gap-3 border-t border-line bg-surface p-4 text-center text-small text-ink-2 portrait-phone:flex portrait-phone:flex-wrap portrait-phone:items-center portrait-phone:justify-center portrait-phone:gap-x-4 portrait-phone:px-4 portrait-phone:pt-2.5 portrait-phone:pb-[max(10px,env(safe-area-inset-bottom))] md:rounded-b-card landscape-phone:rounded-none">
      <output>{children}</output>
      {action}
    </div>
  )
}

function SignInPrompt() {
  const t = useTranslations('chat')
  const { path, search } = useCurrentLocation()
  return (
    <Box
      action={
        <Button asChild variant="soft">
          <a href={`/auth/login?returnTo=${encodeURIComponent(path + search)}`}>{t('signIn')}</a>
        </Button>
      }
    >
      {t('signInToJoin')}
    </Box>
  )
}

/** Returns the seconds until a wait is over; `onEnd` is called then. */
function useWait(until: string, onEnd: () => void): number {
  const seconds = useSecondsLeft(new Date(until).getTime())
  const isOver = seconds === 0
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return seconds
}

const DAY_SECONDS = 24 * 60 * 60

/** For a user who follows, but not for long enough. The countdown is only visual, as in `TimeOutNotice`. */
function FollowWait({ minutes, until, onEnd }: { minutes: number; until: string; onEnd: () => void }) {
  const t = useTranslations('chat')
  const seconds = useWait(until, onEnd)
  return (
    <Box>
      {t('followersOnlyFor', toFollowAge(minutes))}{' '}
      <span className="sr-only">{t('followOldEnoughAt', { when: new Date(until) })}</span>
      <span aria-hidden>
        {seconds >= 2 * DAY_SECONDS
          ? t('followOldEnoughInDays', { count: Math.ceil(seconds / DAY_SECONDS) })
          : t.rich('followOldEnoughIn', {
              left: formatCountdown(seconds),
              b: (left) => <span className="num font-bold text-ink">{left}</span>,
            })}
      </span>
    </Box>
  )
}

/** The countdown is only visual; screen readers announce the end of the time-out once. */
function TimeOutNotice({ until, onTimeOutEnd }: { until: string; onTimeOutEnd: () => void }) {
  const t = useTranslations('chat')
  const seconds = useWait(until, onTimeOutEnd)
  return (
    <Box>
      <span className="sr-only">{t('timedOut', { when: new Date(until) })}</span>
      <span aria-hidden>
        {t.rich('timedOutFor', {
          left: formatCountdown(seconds),
          b: (left) => <span className="num font-bold text-ink">{left}</span>,
        })}
      </span>
    </Box>
  )
}

/** Returns 0:45, 9:59 or 23:59:59. */
function formatCountdown(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = pad(seconds % 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`
}
