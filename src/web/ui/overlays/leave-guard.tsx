import { LogOut } from '#web/ui/icons/log-out.tsx'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { navigation } from '#web/lib/navigation/navigation.ts'

type ConfirmTexts = { title: ReactNode; description: ReactNode; confirm: ReactNode }

/**
 * While active, asks for confirmation before the visitor leaves the page by a link, the browser's back button, or by
 * closing the tab (there with the browser's own dialog). The page renders `dialog`; `release()` ends the guard.
 */
export function useLeaveGuard(
  isActive: boolean,
  texts: ConfirmTexts,
): { dialog: ReactNode; release: () => void } {
  const removeGuard = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (!isActive) return
    removeGuard.current = navigation.guard()
    return () => removeGuard.current?.()
  }, [isActive])
  return { dialog: <LeaveDialog {...texts} />, release: () => removeGuard.current?.() }
}

const { state } = navigation

function LeaveDialog(texts: ConfirmTexts) {
  const t = useTranslations('shell')
  const isConfirming = useSyncExternalStore(state.subscribe, () => state.get().isConfirming)
  return (
    <ConfirmDialog
      {...texts}
      open={isConfirming}
      onOpenChange={(open) => !open && navigation.stay()}
      cancel={t('stay')}
      danger={<LogOut aria-hidden />}
      // `Navigation` handles back itself: a history entry of this dialog would drop the forward entries that a blocked
      // forward move leads to.
      backCloses={false}
      onConfirm={() => navigation.leave()}
    />
  )
}
