import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { useLoggedOut } from '#web/lib/navigation/logged-out.ts'
import { useOnce } from '#web/lib/hooks/use-once.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type Deletion = {
  send: () => Promise<void>
  /** It is gone, by this page or by another one of the member's that was faster. */
  onGone: () => void
  texts: { deleted: string; failed: string }
}

/** Deletes a post or a comment of one's own, once at a time, and says how that went. */
export function useDelete({ send, onGone, texts }: Deletion) {
  const errorText = useErrorText()
  const loggedOut = useLoggedOut()
  const vanish = () => {
    onGone()
    toast({ title: texts.deleted })
  }
  return useOnce(
    () => send().then(vanish),
    (error) => {
      if (error instanceof ApiError && error.status === 404) vanish()
      else if (!loggedOut(error))
        toast({ variant: 'destructive', title: texts.failed, description: errorText(error) })
    },
  )
}
