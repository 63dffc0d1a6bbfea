import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatMessage } from '#shared/live/chat.ts'
import { displayName } from '#shared/accounts/users.ts'
import { useMoney } from '#web/features/notifications/shared/money/money.ts'
import { useSandboxText } from '#web/features/notifications/shared/money/sandbox-note.tsx'
import type { ChatEntry } from '#web/features/live/chat/session/chat-log.ts'

/** Shortest time between two announcements, in ms. */
const ANNOUNCE_PAUSE_MS = 3000

type ChatAnnouncerProps = { entries: readonly ChatEntry[]; currentUserId: string | undefined }

/**
 * Announces new messages of others to screen readers: a single one at once, several as their number and the last one; of messages
 * with tips all, and only these.
 * Polite regions queue all announcements: without a pause, those of a busy chat would fall ever further behind.
 */
export function ChatAnnouncer({ entries, currentUserId }: ChatAnnouncerProps) {
  const t = useTranslations('chat')
  const money = useMoney()
  const note = useSandboxText()
  const [announced, setAnnounced] = useState({ key: '', text: '' })
  const newest = entries.findLast(({ state }) => state === 'sent')?.key ?? ''
  const announcedKey = useRef(newest)
  const readyAt = useRef(0)

  const textOf = (message: ChatMessage) => {
    if (!message.tip) return t('messageAnnouncement', valuesOf(message))
    const values = { ...valuesOf(message), amount: money(message.tip.amount) }
    return message.tip.isSandbox ? t('tippedSandbox', { ...values, note }) : t('tipped', values)
  }
  const announce = useEffectEvent(() => {
    const unannounced = entries.filter(
      ({ state, key, message }) =>
        state === 'sent' && key > announcedKey.current && message.userId !== currentUserId,
    )
    announcedKey.current = newest
    const last = unannounced.at(-1)
    if (!last) return
    const tips = unannounced.filter(({ message }) => message.tip !== null)
    const text =
      tips.length > 0
        ? tips.map(({ message }) => textOf(message)).join(' ')
        : unannounced.length === 1
          ? textOf(last.message)
          : t('messagesAnnouncement', { count: unannounced.length, ...valuesOf(last.message) })
    setAnnounced({ key: tips.at(-1)?.key ?? last.key, text })
    readyAt.current = Date.now() + ANNOUNCE_PAUSE_MS
  })
  useEffect(() => {
    if (newest === announcedKey.current) return
    const timer = setTimeout(() => announce(), Math.max(0, readyAt.current - Date.now()))
    return () => clearTimeout(timer)
  }, [newest])
  // A deleted message is not announced.
  const isListed = entries.some(({ key }) => key === announced.key)
  return <output className="sr-only">{isListed && announced.text}</output>
}

const valuesOf = ({ user, message }: ChatMessage) => ({ name: displayName(user), text: message })
