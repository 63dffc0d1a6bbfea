import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { type MediaItem, nameOf } from '#shared/operations/admin-media.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { ApiError } from '#web/api/api-error.ts'
import { useDelete } from '#web/ui/overlays/use-delete.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { MediaFacts } from './media-facts.tsx'
import { MediaNotes } from './media-notes.tsx'
import { MediaPreview } from './media-preview.tsx'
import { reload, removeMedia, useMediaDetails } from './use-media.ts'

type MediaDialogProps = {
  id: string
  onClose: () => void
  /** Called before the list is loaded again without the item, whose card has opened the dialog. */
  onDeleted: () => void
  onOwner: (userId: string) => void
}

/** The details of an item, with its notes and its deletion. */
export function MediaDialog({ id, onClose, onDeleted, onOwner }: MediaDialogProps) {
  const t = useTranslations('adminMedia')
  const query = useMediaDetails(id)
  const { data: details, error } = query
  const item = details?.item
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="wide"
      title={
        <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
          {item ? nameOf(item) : t('title')}
        </span>
      }
      footer={
        item && (
          <>
            <DeleteItem
              item={item}
              onDeleted={() => {
                onDeleted()
                onClose()
                reload()
              }}
            />
            <Button asChild variant="ghost">
              <a href={item.url} target="_blank" rel="noopener">
                {t('download')}
              </a>
            </Button>
          </>
        )
      }
    >
      {details ? (
        <div className="grid gap-5">
          <MediaPreview item={details.item} />
          <MediaFacts details={details} onOwner={onOwner} />
          {details.item.canDescribe && <MediaNotes key={details.item.id} item={details.item} />}
        </div>
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState level={3} title={t('notFoundTitle')}>
          {t('notFoundText')}
        </EmptyState>
      ) : error ? (
        <LoadFailed title={t('detailsFailed')} query={query} />
      ) : (
        <SkeletonRows />
      )}
    </Dialog>
  )
}

function DeleteItem({ item, onDeleted }: { item: MediaItem; onDeleted: () => void }) {
  const t = useTranslations('adminMedia')
  const [isConfirming, setIsConfirming] = useState(false)
  const { run, isPending } = useDelete({
    send: () => removeMedia(item),
    onDeleted,
    texts: { deleted: t('deleted'), failed: t('deleteFailed') },
  })
  const consequences: Record<MediaItem['kind'], string> = {
    post: t('deletePost'),
    avatar: t('deleteAvatar'),
    emoji: t('deleteEmoji'),
    logo: t('deleteLogo'),
    video: t('deleteVideo'),
    stream: t('deleteStream'),
    unused: t('deleteUnused'),
  }
  return (
    <>
      <Button variant="danger" className="me-auto" onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden /> {t('delete')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t.rich('deleteTitle', { name: nameOf(item), bdi: isolated })}
        description={consequences[item.kind]}
        confirm={t('delete')}
        danger={<Trash2 aria-hidden />}
        pending={isPending}
        onConfirm={() => run()}
      />
    </>
  )
}
