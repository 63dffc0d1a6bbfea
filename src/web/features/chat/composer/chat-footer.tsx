import { Timer, UserCheck } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatRules } from '#shared/chat.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { Button } from '#web/ui/button.tsx'
import { ChatComposer } from './chat-composer.tsx'
import type { ChatState } from '#shared/chat.ts'
import type { Block } from '#web/features/chat/session/block-reason.ts'
import { toFollowAge } from '#web/features/chat/follow-age.ts'
import type { Draft } from './use-draft.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

type ChatFooterProps = {
  block: Block | null
  chat: ChatState | null
  readyAt: number
  draft: Draft
  field: RefObject<HTMLInputElement | null>
  /** A button to follow the streamer. */
  followAction: ReactNode
  onSend: () => void
  onTimeOutEnd: () => void
  onFollowOldEnough: () => void
}

/** The field for a new message, or why the user cannot write. */
export function ChatFooter({
  block,
  chat,
  followAction,
  onTimeOutEnd,
  onFollowOldEnough,
  ...composerProps
}: ChatFooterProps) {
  const footer = useRef<HTMLDivElement>(null)
  const isInside = useRef(false)
  useLayoutEffect(() => {
    // Replacing the focused field would move the focus to the top of the page.
    if (isInside.current && document.activeElement === document.body) footer.current?.focus()
  }, [block?.kind])
  return (
    <div
      ref={footer}
      tabIndex={-1}
      className="contents"
      onFocus={() => {
        isInside.current = true
      }}
      onBlur={() => {
        isInside.current = false
      }}
    >
      {block ? (
        <BlockNotice
          block={block}
          followAction={followAction}
          onTimeOutEnd={onTimeOutEnd}
          onFollowOldEnough={onFollowOldEnough}
        />
      ) : (
        <ChatComposer {...composerProps} rules={chat && <Rules rules={chat.rules} />} />
      )}
    </div>
  )
}

type NoticeProps = { block: Block } & Pick<
  ChatFooterProps,
  'followAction' | 'onTimeOutEnd' | 'onFollowOldEnough'
>

function BlockNotice({ block, followAction, onTimeOutEnd, onFollowOldEnough }: NoticeProps) {
  const t = useTranslations('chat')
  switch (block.kind) {
    case 'off':
      return <Box>{t('off')}</Box>
    case 'banned':
      return <Box>{t('banned')}</Box>
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
    <div className="sticky bottom-(--foot,0px) grid justify-items-center gap-3 border-t border-line bg-surface p-4 text-center text-small text-ink-2 md:rounded-b-card">
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

function Rules({ rules: { slowModeSeconds, followersOnly, followersOnlyMinutes } }: { rules: ChatRules }) {
  const t = useTranslations('chat')
  return (
    <output className="flex flex-wrap gap-x-3 text-meta text-ink-2 not-empty:pt-2">
      {slowModeSeconds > 0 && (
        <span className="inline-flex items-center gap-1.5">
          <Timer aria-hidden className="size-4 stroke-[1.9]" />
          {t('slowMode', { seconds: slowModeSeconds })}
        </span>
      )}
      {followersOnly && (
        <span className="inline-flex items-center gap-1.5">
          <UserCheck aria-hidden className="size-4 stroke-[1.9]" />
          {followersOnlyMinutes === 0
            ? t('followersOnlyRule')
            : t('followersOnlyAge', toFollowAge(followersOnlyMinutes))}
        </span>
      )}
    </output>
  )
}

/** Returns 0:45, 9:59 or 23:59:59. */
function formatCountdown(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const rest = pad(seconds % 60)
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`
}
