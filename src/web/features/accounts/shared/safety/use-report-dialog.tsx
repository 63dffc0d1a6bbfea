import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import type { Reported } from './report-dialog.tsx'

/** Opens the dialog that reports something; its code is loaded then. `dialog` is rendered by the caller. */
export function useReportDialog(): { report: (reported: Reported) => void; dialog: ReactNode } {
  const { Component: ReportDialog, load } = useLazyComponent(loadReportDialog)
  const [reported, setReported] = useState<Reported | null>(null)
  return {
    report: (subject) => void load().then((isLoaded) => isLoaded && setReported(subject)),
    dialog: ReportDialog && reported && (
      <ReportDialog reported={reported} onClose={() => setReported(null)} />
    ),
  }
}

const loadReportDialog = async () => (await import('./report-dialog.tsx')).ReportDialog
