import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { CircleCheck } from '#web/ui/icons/circle-check.tsx'
import { X } from '#web/ui/icons/x.tsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { dismissToast, type ShownToast, toastStore } from './toast.ts'

/**
 * Renders the current toast; mounted once, above every page. It is in the entry chunk on purpose: a toast about a lost
 * connection could not load a chunk.
 */
export function Toaster() {
  const t = useTranslations('ui')
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current)
  return (
    <section
      aria-label={t('notifications')}
      data-toaster
      className="pointer-events-none fixed inset-x-0 top-0 z-40 p-3 md:start-auto md:top-auto md:bottom-(--tray-height,0px) md:w-[444px]"
    >
      {/* Always rendered: screen readers announce content added to a live region, not an added live region. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not contain block elements */}
      <div role="status" aria-live="polite">
        {toast?.variant === 'default' && <ToastCard key={toast.id} toast={toast} />}
      </div>
      {toast?.variant === 'destructive' && (
        <div role="alert" aria-live="assertive">
          <ToastCard key={toast.id} toast={toast} />
        </div>
      )}
    </section>
  )
}

function ToastCard({ toast }: { toast: ShownToast }) {
  const t = useTranslations('ui')
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const previousFocus = useRef<HTMLElement | null>(null)
  useAutoDismiss(toast, hovered || focused)

  const isError = toast.variant === 'destructive'
  const dismiss = () => {
    dismissToast(toast.id)
    previousFocus.current?.focus()
  }
  const onFocus = (event: FocusEvent) => {
    setFocused(true)
    if (event.currentTarget.contains(event.relatedTarget)) return
    previousFocus.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') dismiss()
  }
  const Icon = isError ? CircleAlert : CircleCheck
  return (
    <div
      role="presentation"
      className="pointer-events-auto relative ms-auto grid max-w-[420px] animate-rise grid-cols-[auto_1fr_auto] items-start gap-3 overflow-hidden rounded-card bg-surface py-3.5 ps-[18px] pe-2 shadow-float max-md:max-w-none forced-colors:border"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={onFocus}
      onBlur={() => setFocused(false)}
      onKeyDown={onKeyDown}
    >
      <span
        aria-hidden
        className={`absolute inset-y-0 start-0 w-[5px] forced-colors:bg-[CanvasText] ${isError ? 'bg-danger' : 'bg-(image:--bar-332-down) text-link'}`}
      />
      <Icon className={`mt-0.5 size-5 stroke-[1.9] ${isError ? 'text-danger' : ''}`} aria-hidden />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-bold">{toast.title}</p>
        {toast.description && <p className="text-small text-ink-2">{toast.description}</p>}
      </div>
      <IconButton label={t('dismiss')} onClick={dismiss} className="-my-2.5">
        <X aria-hidden />
      </IconButton>
    </div>
  )
}

/** Dismisses the toast after its duration; the timer is paused while `isPaused` or the tab is hidden. */
function useAutoDismiss(toast: ShownToast, isPaused: boolean): void {
  const remainingMs = useRef(toast.duration)
  const isHidden = useSyncExternalStore(subscribeVisibility, () => document.hidden)
  useEffect(() => {
    if (isPaused || isHidden) return
    const startedAt = performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), remainingMs.current)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= performance.now() - startedAt
    }
  }, [toast.id, isPaused, isHidden])
}

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
