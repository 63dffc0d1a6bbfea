import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { excerptOf } from '#shared/text/excerpt.ts'
import { deletePost, type Post } from '#shared/community/posts.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { call } from '#web/api/call.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { DropdownMenu, DropdownMenuItem } from '#web/ui/overlays/dropdown-menu.tsx'
import { removePost } from './post-records.ts'
import { useDelete } from '#web/ui/overlays/use-delete.ts'

type PostMenuProps = { post: Post; trigger: ReactNode; onDeleted?: (() => void) | undefined }

/** The author's menu of a post. */
export function PostMenu({ post, trigger, onDeleted }: PostMenuProps) {
  const t = useTranslations('posts')
  const [isConfirming, setIsConfirming] = useState(false)
  const { isPending, run } = useDelete({
    send: async () => void (await call(deletePost, { params: { id: post.id } })),
    onDeleted: () => {
      onDeleted?.()
      removePost(post.id)
    },
    texts: { deleted: t('deleted'), failed: t('deleteFailed') },
  })
  return (
    <>
      <DropdownMenu trigger={trigger} defaultOpen>
        <DropdownMenuItem danger onSelectAfterClose={() => setIsConfirming(true)}>
          <Trash2 aria-hidden />
          {t('delete')}
        </DropdownMenuItem>
      </DropdownMenu>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t.rich('deleteTitle', { excerpt: excerptOf(post.content), bdi: isolated })}
        description={t('deleteText')}
        confirm={t('delete')}
        danger={<Trash2 aria-hidden />}
        pending={isPending}
        onConfirm={run}
      />
    </>
  )
}
