import { TOAST_MS } from '#shared/constants.ts'

export type ToastContent = {
  title: string
  description?: string
  /** `destructive` interrupts screen readers; for failures only. */
  variant?: 'default' | 'destructive'
  /** In milliseconds; 5000 by default. */
  duration?: number
}

/** The visible toast. */
export type ShownToast = Required<Omit<ToastContent, 'description'>> & {
  id: number
  description: string | undefined
}

let shown: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast, replacing the visible one; callable outside React. Returns its id for `dismissToast`. */
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

/** Removes a toast, unless another one has replaced it. */
export function dismissToast(id: number): void {
  if (shown?.id === id) show(null)
}

/** The visible toast, as a store for `Toaster`. */
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
