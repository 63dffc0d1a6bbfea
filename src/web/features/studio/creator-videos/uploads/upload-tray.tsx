import { ChevronDown } from '#web/ui/icons/chevron-down.tsx'
import { ChevronUp } from '#web/ui/icons/chevron-up.tsx'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useFormatter, useTranslations } from 'use-intl/react'
import { useHeight } from '#web/lib/hooks/use-height.ts'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { UploadRow } from './upload-row.tsx'
import { totalProgress, useUploadStates } from './use-upload-states.ts'
import { useUploadToasts } from './use-upload-toasts.ts'
import type { VideoUpload, VideoUploadState } from './video-upload.ts'
import { videoUploads } from './video-uploads.ts'

/** The video uploads of this page: above the bottom navigation of phones, else at the bottom end. */
export function UploadTray() {
  const { uploads, currentId } = useSyncExternalStore(videoUploads.subscribe, videoUploads.get)
  const { path } = useCurrentLocation()
  useUploadStates(uploads)
  useUploadToasts(uploads)
  const shown = uploads.filter(({ id, state }) => {
    // The upload page shows the current upload itself, the list of videos the created ones.
    if (path === '/creator/videos/upload') return id !== currentId
    return path !== '/creator/videos' || state.get().phase !== 'created'
  })
  return shown.length > 0 && createPortal(<Tray uploads={shown} />, document.body)
}

type Uploads = { uploads: readonly VideoUpload[] }

function Tray({ uploads }: Uploads) {
  const t = useTranslations('videoUploads')
  const format = useFormatter()
  const panelId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { ref, height } = useHeight<HTMLElement>(0)
  useTrayHeight(height)
  const states = useUploadStates(uploads)
  const summary = useSummary(states)
  const percent = totalProgress(uploads, states)
  return (
    <section
      ref={ref}
      aria-label={t('label')}
      className="fixed inset-x-0 bottom-0 z-20 p-3 max-md:bottom-[calc(66px+env(safe-area-inset-bottom))] md:start-auto md:w-[424px]"
    >
      <div className="overflow-hidden rounded-card border border-line bg-surface shadow-float forced-colors:border">
        <div className="flex items-center gap-2 py-1 ps-4 pe-1">
          <h2 className="min-w-0 flex-1 truncate font-text text-small font-bold tracking-normal">
            {summary}
          </h2>
          {percent !== null && <span className="num text-small">{format.number(percent, 'percent')}</span>}
          <IconButton
            label={t(isOpen ? 'collapse' : 'expand')}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
          </IconButton>
        </div>
        {!isOpen && percent !== null && (
          <div aria-hidden className="h-1 bg-raised">
            <div className="h-full bg-action-edge" style={{ width: `${percent * 100}%` }} />
          </div>
        )}
        <div
          id={panelId}
          hidden={!isOpen}
          className="max-h-[min(420px,60dvh)] overflow-y-auto border-t border-line"
        >
          <UploadRows uploads={uploads} />
        </div>
      </div>
      <output className="sr-only">{summary}</output>
    </section>
  )
}

function UploadRows({ uploads }: Uploads) {
  return (
    <ul className="divide-y divide-line">
      {uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}

/** Summarizes the most important state: failed uploads first, then running ones, then those that wait for details. */
function useSummary(states: readonly VideoUploadState[]): string {
  const t = useTranslations('videoUploads')
  const count = states.length
  const isAny = (...phases: VideoUploadState['phase'][]) => states.some(({ phase }) => phases.includes(phase))
  if (isAny('failed')) return t('summaryFailed')
  if (states.some(({ isConnected }) => !isConnected)) return t('summaryOffline')
  if (isAny('uploading', 'creating')) return t('summaryUploading', { count })
  if (isAny('paused')) return t('summaryPaused', { count })
  return isAny('stored') ? t('summaryStored', { count }) : t('summaryCreated', { count })
}

/** Toasts appear above the tray. */
function useTrayHeight(height: number): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--tray-height', `${height}px`)
    return () => {
      style.removeProperty('--tray-height')
    }
  }, [height])
}
