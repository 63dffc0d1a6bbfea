import { useEffect, useState } from 'react'

/** The value once it has stayed the same for so long; '' at first. */
export function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
