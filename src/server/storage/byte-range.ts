import type { ByteRange } from './storage.ts'

/**
 * What a Range header asks of a file of `size` bytes: one part of it; all of it (null) for no header, for several parts
 * at once and for what is no range; or `unsatisfiable` for a part that the file doesn't have.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return lastBytes(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (last !== '' && end < start) return null
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  return count > 0 && size > 0 ? { start: Math.max(0, size - count), end: size - 1 } : 'unsatisfiable'
}
