import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { FocusEvent, KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { dismissToast, type ShownToast, toastStore } from './toast.ts'

/**
 * Where toasts appear, one at a time; mounted once, above every page. It is in the entry chunk on purpose: the
 * toast that says the connection is gone cannot wait for a chunk.
 */
export function Toaster() {
  const t = useTranslations('ui')
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current)
  return (
    <section
      aria-label={t('notifications')}
      data-toaster
      className="pointer-events-none fixed inset-x-0 top-0 z-40 p-3 md:start-auto md:top-auto md:bottom-0 md:w-[444px]"
    >
      {/* Always there: readers announce what is added to a status, not a status that is added. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold blocks */}
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
  const cameFrom = useRef<HTMLElement | null>(null)
  useDismissal(toast, hovered || focused)

  const bad = toast.variant === 'destructive'
  const dismiss = () => {
    dismissToast(toast.id)
    cameFrom.current?.focus()
  }
  const enter = (event: FocusEvent) => {
    setFocused(true)
    if (event.currentTarget.contains(event.relatedTarget)) return
    cameFrom.current = event.relatedTarget instanceof HTMLElement ? event.relatedTarget : null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') dismiss()
  }
  const Icon = bad ? CircleAlert : CircleCheck
  return (
    <div
      role="presentation"
      className="pointer-events-auto relative ms-auto grid max-w-[420px] animate-rise grid-cols-[auto_1fr_auto] items-start gap-3 overflow-hidden rounded-card bg-surface py-3.5 ps-[18px] pe-2 shadow-float max-md:max-w-none forced-colors:border"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={enter}
      onBlur={() => setFocused(false)}
      onKeyDown={onKeyDown}
    >
      <span
        aria-hidden
        className={`absolute inset-y-0 start-0 w-[5px] forced-colors:bg-[CanvasText] ${bad ? 'bg-danger' : 'bg-(image:--bar-332-down) text-link'}`}
      />
      <Icon className={`mt-0.5 size-5 stroke-[1.9] ${bad ? 'text-danger' : ''}`} aria-hidden />
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

/** Takes the toast away when its time is over; time stands still while it is held or the tab is hidden. */
function useDismissal(toast: ShownToast, held: boolean): void {
  const left = useRef(toast.duration)
  const hidden = useSyncExternalStore(onVisibility, () => document.hidden)
  useEffect(() => {
    if (held || hidden) return
    const since = performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [toast.id, held, hidden])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
