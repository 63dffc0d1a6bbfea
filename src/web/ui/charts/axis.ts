import { useFormatter } from 'use-intl/react'

/** The unit of a vertical axis. */
type Axis = {
  /** Converts a figure to the unit. */
  toAxis: (value: number) => number
  format: (value: number) => string
  /** Whether the unit is divided: otherwise only whole numbers are marked. */
  isDivided?: boolean
}

/** Returns the axis for figures of which this is the highest. */
export type AxisOf = (highest: number) => Axis

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Returns the axes of counts, of seconds, and of cents in US dollars. */
export function useAxes(): Record<'count' | 'seconds' | 'cents', AxisOf> {
  const { number } = useFormatter()
  const compact = (value: number) => number(value, 'compact')
  const unit = (size: number, format: 'compactHours' | 'compactMinutes' | 'compactSeconds'): Axis => ({
    toAxis: (seconds) => seconds / size,
    format: (value) => number(value, format),
  })
  const dollars: Axis = { toAxis: (cents) => cents / 100, format: (value) => number(value, 'dollars') }
  const exactDollars: Axis = {
    toAxis: (cents) => cents / 100,
    format: (value) => number(value, { style: 'currency', currency: 'USD' }),
    isDivided: true,
  }
  return {
    count: () => ({ toAxis: (value) => value, format: compact }),
    seconds: (highest) =>
      highest >= 2 * HOUR
        ? unit(HOUR, 'compactHours')
        : highest >= 2 * MINUTE
          ? unit(MINUTE, 'compactMinutes')
          : unit(1, 'compactSeconds'),
    // Below four dollars, an axis of whole dollars has too few ticks.
    cents: (highest) => (highest >= 400 || highest === 0 ? dollars : exactDollars),
  }
}
