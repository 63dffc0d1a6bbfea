import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { MAX_EMOJI } from '#shared/live/creator-emoji.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddEmojiForm } from './add-emoji-form.tsx'
import { EmojiRow } from './emoji-row.tsx'
import { useOwnEmoji } from './use-emoji.ts'

/** Edits the emoji of the current user's chat. Without Creator Pro they can only be deleted. */
export function EmojiEditor({ isPremium }: { isPremium: boolean }) {
  const t = useTranslations('creatorEmoji')
  // Focused after an emoji is deleted, and after the last one is added.
  const editor = useRef<HTMLDivElement>(null)
  const query = useOwnEmoji()
  const emoji = query.data
  if (!emoji) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  return (
    <div
      ref={editor}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 outline-none"
    >
      {!isPremium && <NeedsPro>{t(emoji.length > 0 ? 'hiddenWithoutPro' : 'needsPro')}</NeedsPro>}
      {emoji.length > 0 ? (
        <ul className="divide-y divide-line">
          {emoji.map((each) => (
            <EmojiRow key={each.id} emoji={each} onDeleted={() => editor.current?.focus()} />
          ))}
        </ul>
      ) : (
        isPremium && <p className="text-ink-2">{t('empty')}</p>
      )}
      {isPremium &&
        (emoji.length < MAX_EMOJI ? (
          <AddEmojiForm onAdded={() => emoji.length + 1 === MAX_EMOJI && editor.current?.focus()} />
        ) : (
          <p className="text-small text-ink-2">{t('limitReached', { max: MAX_EMOJI })}</p>
        ))}
    </div>
  )
}

function NeedsPro({ children }: { children: ReactNode }) {
  const t = useTranslations('creatorEmoji')
  return (
    <div className="grid justify-items-start gap-3 border-s-[3px] border-action-edge ps-4">
      <p className="max-w-[60ch]">{children}</p>
      <Button asChild>
        <Link href="/creator-pro">{t('seePro')}</Link>
      </Button>
    </div>
  )
}
