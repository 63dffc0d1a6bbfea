import { useFormatter } from 'use-intl/react'

const MEGABYTE = 1024 * 1024

/** Gives a function that writes bytes as people read them: in MB, or in GB above 1024 MB. */
export function useFileSize(): (bytes: number) => string {
  const format = useFormatter()
  return (bytes) => {
    const megabytes = bytes / MEGABYTE
    const [value, unit] = megabytes > 1024 ? [megabytes / 1024, 'gigabyte'] : [megabytes, 'megabyte']
    // Nothing is 0 MB long.
    return format.number(Math.max(value, 0.1), { style: 'unit', unit, maximumFractionDigits: 1 })
  }
}
