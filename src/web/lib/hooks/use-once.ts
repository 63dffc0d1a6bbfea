import { useState } from 'react'

/** Runs one thing at a time, and says while it runs. */
export function useOnce(work: () => Promise<void>, onError: (error: unknown) => void = console.error) {
  const [isPending, setIsPending] = useState(false)
  const run = () => {
    if (isPending) return
    setIsPending(true)
    work()
      .catch(onError)
      .finally(() => setIsPending(false))
  }
  return { isPending, run }
}
