import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { type FocusEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { highlightSeconds } from '#shared/money/tips.ts'
import { type TipHighlight } from '#shared/live/chat.ts'
import { displayName } from '#shared/accounts/users.ts'
import { EmojiText } from '#web/features/live/chat/emoji/emoji-text.tsx'
import { MessageText } from '#web/features/live/chat/emoji/message-text.tsx'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { SandboxNote } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TipAmount } from './tip-amount.tsx'

/** A tip while it is highlighted; `seconds` of it are left. */
export type HighlightedTip = Omit<TipHighlight, 'until' | 'currency'>

/** Highlighted tips above the messages, newest first. A press on one shows its whole message. They can be collapsed to one line. */
export function TipHighlights({ tips }: { tips: readonly HighlightedTip[] }) {
  const t = useTranslations('chat')
  const [isOpen, setIsOpen] = useState(true)
  const [openId, setOpenId] = useState<string | null>(null)
  const content = useId()
  const details = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const focusHandlers = useFocusFallback(toggle, tips)
  const [newest] = tips
  if (!newest) return null
  const opened = isOpen ? tips.find(({ messageId }) => messageId === openId) : undefined
  return (
    <section aria-label={t('tips')} {...focusHandlers} className="border-b border-line bg-sunken">
      <div className="flex items-center pe-1">
        <div id={content} className="flex min-w-0 flex-1">
          {isOpen ? (
            <ul className="flex min-w-0 flex-1 gap-2 overflow-x-auto overscroll-x-contain py-2 ps-3 pe-2">
              {tips.map((tip) => (
                <li key={tip.messageId} className="flex-none">
                  <TipCard
                    tip={tip}
                    controls={details}
                    isOpen={tip === opened}
                    onPress={() => setOpenId(tip === opened ? null : tip.messageId)}
                  />
                </li>
              ))}
            </ul>
          ) : (
            <p className="flex min-w-0 flex-1 items-center gap-2 ps-4 text-small">
              <span className="font-semibold whitespace-nowrap">
                {t('tipsCount', { count: tips.length })}
              </span>
              <bdi className="truncate text-ink-2">{displayName(newest.user)}</bdi>
              <span className="flex flex-none items-center gap-1.5">
                <TipAmount {...newest} />
              </span>
            </p>
          )}
        </div>
        <IconButton
          ref={toggle}
          label={t(isOpen ? 'collapseTips' : 'expandTips')}
          className="-outline-offset-2!"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown
            aria-hidden
            className={`transition-transform duration-(--dur-1) ${isOpen ? 'rotate-180' : ''}`}
          />
        </IconButton>
      </div>
      <div id={details} hidden={!opened}>
        {opened && <Details tip={opened} />}
      </div>
    </section>
  )
}

/** Moves the focus to the toggle when the highlight whose card has it ends. Returns the handlers of the section. */
function useFocusFallback(toggle: RefObject<HTMLElement | null>, tips: readonly HighlightedTip[]) {
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement === document.body) toggle.current?.focus()
  }, [toggle, tips])
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
    onBlur: ({ target }: FocusEvent) => {
      if (target.isConnected) focused.current = null
    },
  }
}

function Details({ tip }: { tip: HighlightedTip }) {
  const t = useTranslations('chat')
  return (
    <div className="max-h-40 overflow-y-auto px-4 pb-3 text-small leading-normal [overflow-wrap:anywhere]">
      <p>
        <bdi className="me-1 font-bold">{displayName(tip.user)}</bdi> <TipAmount {...tip} />
      </p>
      <p className={tip.message === '' ? 'text-ink-2' : ''}>
        {tip.message === '' ? t('tipWithoutMessage') : <MessageText text={tip.message} isTabbable />}
      </p>
    </div>
  )
}

type TipCardProps = { tip: HighlightedTip; controls: string; isOpen: boolean; onPress: () => void }

/** Larger tips are more colourful; the bar below shows how long the tip is still highlighted. */
function TipCard({ tip, controls, isOpen, onPress }: TipCardProps) {
  const money = useMoney()
  const { user, message, amount, isSandbox, seconds } = tip
  const name = displayName(user)
  const total = highlightSeconds(amount)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onPress}
      className={`relative grid min-h-(--tap) max-w-60 min-w-36 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 overflow-hidden rounded-control border-[1.5px] px-2 pt-1 pb-1.5 text-start text-small leading-tight -outline-offset-2! ${STYLE_BY_SECONDS[total]}`}
    >
      <Avatar seed={user.id} name={name} src={user.profileImageUrl} size={32} decorative />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 items-baseline justify-between gap-2">
          <bdi className="truncate font-bold">{name}</bdi>
          <span className="num flex-none font-bold">{money(amount)}</span>
        </span>
        {(isSandbox || message !== '') && (
          <span className="flex min-w-0 items-baseline gap-1.5 text-meta">
            {isSandbox && <SandboxNote variant="short" />}
            <span dir="auto" className="truncate">
              <EmojiText text={message} />
            </span>
          </span>
        )}
      </span>
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-[3px]">
        <span
          className="block h-full bg-current opacity-60 transition-[width] duration-1000 ease-linear"
          style={{ width: `${Math.min(100, (seconds / total) * 100)}%` }}
        />
      </span>
    </button>
  )
}

const STYLE_BY_SECONDS: Record<number, string> = {
  30: 'border-line-strong bg-surface text-ink',
  120: 'border-line-strong bg-action-soft text-ink',
  300: 'border-action-edge bg-action-soft text-ink',
  600: 'border-action-edge bg-action text-on-action',
}
