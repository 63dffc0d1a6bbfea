import { Timer } from '#web/ui/icons/timer.tsx'
import { UserCheck } from '#web/ui/icons/user-check.tsx'
import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatRules, ChatState } from '#shared/live/chat.ts'
import type { Block } from '#web/features/live/chat/session/block-reason.ts'
import { toFollowAge } from '#web/features/live/chat/session/follow-age.ts'
import { BlockNotice, type BlockActions } from './block-notice.tsx'
import { ChatComposer } from './chat-composer.tsx'
import type { Draft } from './use-draft.ts'

type ChatFooterProps = BlockActions & {
  block: Block | null
  chat: ChatState | null
  readyAt: number
  draft: Draft
  field: RefObject<HTMLInputElement | null>
  onSend: () => void
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
