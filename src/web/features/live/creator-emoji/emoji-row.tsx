import { useTranslations } from 'use-intl/react'
import { type CreatorEmoji, EMOJI_SIDE } from '#shared/live/creator-emoji.ts'
import { useDelete } from '#web/ui/overlays/use-delete.ts'
import { DeleteButton } from '#web/ui/overlays/delete-button.tsx'
import { forgetEmoji, sendDeletion } from './use-emoji.ts'

/** One emoji, as it is drawn and as it is written. */
export function EmojiRow({ emoji, onDeleted }: { emoji: CreatorEmoji; onDeleted: () => void }) {
  const t = useTranslations('creatorEmoji')
  const { name, url } = emoji
  const { run, isPending } = useDelete({
    send: () => sendDeletion(emoji),
    onDeleted: () => {
      forgetEmoji(emoji)
      onDeleted()
    },
    texts: { deleted: t('deleted'), failed: t('deleteFailed') },
  })
  return (
    <li className="flex items-center gap-4 py-2">
      <img src={url} alt="" width={EMOJI_SIDE} height={EMOJI_SIDE} className="size-10" />
      <span dir="ltr" className="min-w-0 flex-1 truncate font-semibold rtl:text-end">
        :{name}:
      </span>
      <DeleteButton
        label={t('delete', { name })}
        title={t('deleteTitle', { name })}
        description={t('deleteText')}
        confirm={t('deleteNow')}
        isPending={isPending}
        onDelete={run}
      />
    </li>
  )
}
