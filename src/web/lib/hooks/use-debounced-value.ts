import { useEffect, useState } from 'react'

/** Returns the value debounced by `delayMs`; '' at first. */
export function useDebouncedValue(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return debounced
}
