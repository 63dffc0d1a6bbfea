import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type SubmitButtonProps = {
  mutation: { isPending: boolean; isSuccess: boolean }
  pendingText: string
  children: ReactNode
}

/** Submits a form that signs in. It stays busy after a success, until the browser has loaded the next page. */
export function SubmitButton({ mutation, pendingText, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant="action"
      size="lg"
      pending={mutation.isPending || mutation.isSuccess}
      pendingText={pendingText}
    >
      {children}
    </Button>
  )
}
