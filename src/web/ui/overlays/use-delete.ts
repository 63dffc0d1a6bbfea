import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type Deletion = {
  send: () => Promise<unknown>
  /** Called when it is deleted, here or already on another page. */
  onDeleted: () => void
  texts: { deleted: string; failed: string }
}

/** Deletes a record of the current user, one request at a time, and shows a toast with the outcome. */
export function useDelete({ send, onDeleted, texts }: Deletion) {
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const finish = () => {
    onDeleted()
    toast({ title: texts.deleted })
  }
  return usePendingAction(
    () => send().then(finish),
    (error) => {
      if (error instanceof ApiError && error.status === 404) finish()
      else showFailure(error, { title: texts.failed, description: errorText(error) })
    },
  )
}
