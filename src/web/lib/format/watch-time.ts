import { useFormatter } from 'use-intl/react'

/** Returns a function that formats seconds of watching as 'Xh Ym', or 'Ym' below an hour. A part of a minute is not nothing. */
export function useWatchTime(): (seconds: number) => string {
  const { number } = useFormatter()
  return (seconds) => {
    if (seconds > 0 && seconds < 60) return `<${number(1, 'count')}m`
    const minutes = Math.floor(Math.max(0, seconds) / 60)
    const hours = Math.floor(minutes / 60)
    const rest = `${number(minutes % 60, 'count')}m`
    return hours > 0 ? `${number(hours, 'count')}h ${rest}` : rest
  }
}
