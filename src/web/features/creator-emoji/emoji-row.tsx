import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type CreatorEmoji, EMOJI_SIDE } from '#shared/creator-emoji.ts'
import { useDelete } from '#web/lib/hooks/use-delete.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { forgetEmoji, sendDeletion } from './use-emoji.ts'

/** One emoji, as it is drawn and as it is written. */
export function EmojiRow({ emoji, onDeleted }: { emoji: CreatorEmoji; onDeleted: () => void }) {
  const t = useTranslations('creatorEmoji')
  const [isConfirming, setIsConfirming] = useState(false)
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
      <IconButton label={t('delete', { name })} onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('deleteTitle', { name })}
        description={t('deleteText')}
        confirm={t('deleteNow')}
        danger={<Trash2 aria-hidden />}
        pending={isPending}
        onConfirm={run}
      />
    </li>
  )
}
