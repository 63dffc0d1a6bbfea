import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Post } from '#shared/community/posts.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Draft } from './post-draft.ts'
import { addPublishedPost } from '#web/features/community/posts/post-records.ts'

/** Publishes a draft. `error` is the cause of the last failure, except of the upload: the attachment shows its own. */
export function usePublish(draft: Draft, onPublished: () => void) {
  const t = useTranslations('composer')
  const showFailure = useFailureToast()
  const [error, setError] = useState<unknown>(null)
  const publish = async () => {
    setError(null)
    let post: Post
    try {
      post = await draft.post()
    } catch (cause) {
      if (cause !== draft.state.get().attachment?.error) setError(cause)
      showFailure(cause, { title: t('failedTitle'), description: t('failedText') })
      return
    }
    addPublishedPost(post)
    if (post.isHeld) toast({ title: t('heldForReview'), description: t('heldForReviewText') })
    else toast({ title: t('created') })
    onPublished()
  }
  return { error, publish: () => void publish() }
}
