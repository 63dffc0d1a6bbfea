import { TOAST_MS } from '#shared/constants.ts'

export type ToastContent = {
  title: string
  description?: string
  /** `destructive` interrupts readers; for failures only. */
  variant?: 'default' | 'destructive'
  /** Milliseconds on screen; 5000 unless said otherwise. */
  duration?: number
}

/** A toast on screen. */
export type ShownToast = Required<Omit<ToastContent, 'description'>> & {
  id: number
  description: string | undefined
}

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast, from anywhere; the one on screen makes room for it. Returns its id for `dismissToast`. */
export function toast({
  title,
  description,
  variant = 'default',
  duration = TOAST_MS,
}: ToastContent): number {
  lastId += 1
  show({ id: lastId, title, description, variant, duration })
  return lastId
}

/** Takes a toast away; does nothing when another has replaced it. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show(null)
}

/** For the toaster: the toast on screen, and when it changes. */
export const toastStore = {
  current: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function show(next: ShownToast | null): void {
  shown = next
  for (const listener of listeners) listener()
}
