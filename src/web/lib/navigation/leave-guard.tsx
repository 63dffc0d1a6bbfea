import { LogOut } from 'lucide-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { navigation } from './navigation.ts'

type LeaveQuestion = { title: ReactNode; description: ReactNode; confirm: ReactNode }

/**
 * While active, asks before the visitor leaves the page: by a link, by the browser's back button, or by closing
 * the tab (there in the browser's own words). The page renders `dialog`; `release()` lets its next move pass.
 */
export function useLeaveGuard(
  isActive: boolean,
  question: LeaveQuestion,
): { dialog: ReactNode; release: () => void } {
  const end = useRef<(() => void) | null>(null)
  useEffect(() => {
    if (!isActive) return
    end.current = navigation.guard()
    return () => end.current?.()
  }, [isActive])
  return { dialog: <LeaveDialog {...question} />, release: () => end.current?.() }
}

const { state } = navigation

function LeaveDialog(question: LeaveQuestion) {
  const t = useTranslations('shell')
  const isAsking = useSyncExternalStore(state.subscribe, () => state.get().isAsking)
  return (
    <ConfirmDialog
      {...question}
      open={isAsking}
      onOpenChange={(open) => !open && navigation.stay()}
      cancel={t('stay')}
      danger={<LogOut aria-hidden />}
      // The navigation itself answers it: an entry for this question would end the way forward that it asks about.
      backCloses={false}
      onConfirm={() => navigation.leave()}
    />
  )
}
