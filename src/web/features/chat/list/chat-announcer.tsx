import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { displayName } from '#shared/users.ts'
import type { ChatEntry } from '#web/features/chat/session/chat-log.ts'

/** At most so often is something said, in ms. */
const PAUSE_MS = 3000

type ChatAnnouncerProps = { entries: readonly ChatEntry[]; me: string | undefined }

/**
 * Says new messages of others to screen readers: one at once, and of many that come together how many there are and the
 * last one. Polite regions queue what they are given, and a busy chat would never be silent again.
 */
export function ChatAnnouncer({ entries, me }: ChatAnnouncerProps) {
  const t = useTranslations('chat')
  const [spoken, setSpoken] = useState({ key: '', text: '' })
  const newest = entries.findLast(({ state }) => state === 'sent')?.key ?? ''
  const said = useRef(newest)
  const readyAt = useRef(0)

  const say = useEffectEvent(() => {
    const fresh = entries.filter(
      ({ state, key, message }) => state === 'sent' && key > said.current && message.userId !== me,
    )
    said.current = newest
    const last = fresh.at(-1)
    if (!last) return
    const values = { name: displayName(last.message.user), text: last.message.message }
    const text = fresh.length === 1 ? t('said', values) : t('saidMany', { count: fresh.length, ...values })
    setSpoken({ key: last.key, text })
    readyAt.current = Date.now() + PAUSE_MS
  })
  useEffect(() => {
    if (newest === said.current) return
    const timer = setTimeout(() => say(), Math.max(0, readyAt.current - Date.now()))
    return () => clearTimeout(timer)
  }, [newest])
  // What was taken out of the chat is not read here either.
  const isThere = entries.some(({ key }) => key === spoken.key)
  return <output className="sr-only">{isThere && spoken.text}</output>
}
