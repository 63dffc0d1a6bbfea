import { useUnauthorizedHandler } from '#web/ui/overlays/unauthorized-handler.ts'
import { type ToastContent, toast } from '#web/ui/overlays/toast.ts'

type FailureTexts = Pick<ToastContent, 'title' | 'description'>

/** Returns a function that shows a failed call as a toast; an expired session redirects to sign-in instead. */
export function useFailureToast(): (error: unknown, texts: FailureTexts) => void {
  const handleUnauthorized = useUnauthorizedHandler()
  return (error, texts) => {
    if (!handleUnauthorized(error)) toast({ variant: 'destructive', ...texts })
  }
}
