import { useState } from 'react'

/** Runs an asynchronous action; `run` is ignored while a previous run is pending. */
export function usePendingAction(
  action: () => Promise<void>,
  onError: (error: unknown) => void = console.error,
) {
  const [isPending, setIsPending] = useState(false)
  const run = () => {
    if (isPending) return
    setIsPending(true)
    action()
      .catch(onError)
      .finally(() => setIsPending(false))
  }
  return { isPending, run }
}
