import { Image } from '#web/ui/icons/image.tsx'
import { useId, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { textLength } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { isVisible } from '#shared/text/visible.ts'
import { displayName, type CurrentUser } from '#shared/accounts/users.ts'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { ComposerForm } from './composer-form.tsx'
import { getDraft } from './post-draft.ts'

type ComposerDialogProps = { user: CurrentUser; open: boolean; onClose: () => void }

/** The 'Share Your Story' dialog. The draft survives closing it. */
export function ComposerDialog({ user, open, onClose }: ComposerDialogProps) {
  const t = useTranslations('composer')
  const formId = useId()
  const draft = getDraft(user.id)
  const { text, attachment, isPosting } = useSyncExternalStore(draft.state.subscribe, draft.state.get)
  const length = textLength(text)
  // A file that failed is tried again, or removed, first.
  const canPost = isVisible(text) && length <= limit('post') && attachment?.state !== 'failed'
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      footer={
        <>
          <FileButton
            label={t('photoOrVideo')}
            accept="image/*,video/*,.avi,.mkv,.mov"
            variant="ghost"
            className="me-auto"
            disabled={isPosting}
            onPick={(file) => draft.attach(file)}
          >
            <Image aria-hidden />
            {t('photoOrVideo')}
          </FileButton>
          <Button variant="ghost" className="max-md:hidden" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="action"
            disabled={!canPost}
            pending={isPosting}
            pendingText={t('posting')}
            className="min-w-28"
          >
            {t('post')}
          </Button>
        </>
      }
    >
      <ComposerForm
        id={formId}
        draft={draft}
        text={text}
        length={length}
        attachment={attachment}
        isPosting={isPosting}
        canSubmit={canPost && !isPosting}
        onPublished={onClose}
        author={<Author user={user} />}
      />
    </Dialog>
  )
}

function Author({ user }: { user: CurrentUser }) {
  const name = displayName(user)
  return (
    <div className="flex items-center gap-3">
      <UserAvatar user={user} size={44} decorative />
      <bdi className="min-w-0 font-bold [overflow-wrap:anywhere]">{name}</bdi>
    </div>
  )
}
