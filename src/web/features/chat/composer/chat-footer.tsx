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
}

/** The field for a new message, or why the user cannot write. */
export function ChatFooter({ block, chat, followAction, onTimeOutEnd, ...composerProps }: ChatFooterProps) {
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
        <BlockNotice block={block} followAction={followAction} onTimeOutEnd={onTimeOutEnd} />
      ) : (
        <ChatComposer {...composerProps} rules={chat && <Rules rules={chat.rules} />} />
      )}
    </div>
  )
}

type NoticeProps = { block: Block; followAction: ReactNode; onTimeOutEnd: () => void }

function BlockNotice({ block, followAction, onTimeOutEnd }: NoticeProps) {
  const t = useTranslations('chat')
  switch (block.kind) {
    case 'off':
      return <Box>{t('off')}</Box>
    case 'banned':
      return <Box>{t('banned')}</Box>
    case 'followersOnly':
      return <Box action={followAction}>{t('followersOnly')}</Box>
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

/** The countdown is only visual; screen readers announce the end of the time-out once. */
function TimeOutNotice({ until, onTimeOutEnd }: { until: string; onTimeOutEnd: () => void }) {
  const t = useTranslations('chat')
  const seconds = useSecondsLeft(new Date(until).getTime())
  const isOver = seconds === 0
  const onEnd = useEffectEvent(onTimeOutEnd)
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver])
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

function Rules({ rules: { slowModeSeconds, followersOnly } }: { rules: ChatRules }) {
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
          {t('followersOnlyRule')}
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
