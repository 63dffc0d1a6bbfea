import { useFormatter } from 'use-intl/react'

const MEGABYTE = 1024 * 1024

/** Returns a function that formats a number of bytes in MB, or in GB above 1024 MB. */
export function useFileSize(): (bytes: number) => string {
  const format = useFormatter()
  return (bytes) => {
    const megabytes = bytes / MEGABYTE
    const [value, unit] = megabytes > 1024 ? [megabytes / 1024, 'gigabyte'] : [megabytes, 'megabyte']
    // A small file must not show as 0 MB.
    return format.number(bytes === 0 ? 0 : Math.max(value, 0.1), {
      style: 'unit',
      unit,
      maximumFractionDigits: 1,
    })
  }
}
