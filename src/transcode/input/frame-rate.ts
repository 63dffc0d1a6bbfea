export type Rate = { num: number; den: number }

/** The rates of cameras, editors and broadcasters. */
const STANDARD_RATES: readonly Rate[] = [
  ...[10, 12, 15, 24, 25, 30, 48, 50, 60].map((num) => ({ num, den: 1 })),
  ...[24_000, 30_000, 60_000].map((num) => ({ num, den: 1001 })),
]
/** By how much the average of a video with a few missing frames differs from its rate. */
const TOLERANCE = 0.015
const MAX_RATE = 60.5
const DEFAULT_RATE = { num: 30, den: 1 }

export const toNumber = ({ num, den }: Rate): number => (den > 0 ? num / den : 0)

/**
 * Returns the constant rate for a video whose average and whose finest rate (`r_frame_rate`) are known: its own, as a
 * standard rate, at most 60. A varying rate becomes 30, or 60 when the average is higher.
 */
export function constantRate(average: Rate, finest: Rate): Rate {
  const averageRate = toNumber(average)
  const standard = nearestStandard(averageRate)
  if (standard) return standard
  const finestRate = toNumber(finest)
  if (finestRate >= averageRate && finestRate <= MAX_RATE && finestRate >= 5)
    return nearestStandard(finestRate) ?? finest
  if (!(averageRate > 0)) return DEFAULT_RATE
  return averageRate <= 30 ? DEFAULT_RATE : divideTo(averageRate)
}

/** Returns half of a rate above 30: small pictures do not show the difference. */
export function halvedRate(rate: Rate): Rate {
  return isHigh(rate) ? { num: rate.num, den: rate.den * 2 } : rate
}

export const isHigh = (rate: Rate): boolean => toNumber(rate) > 30.5

function nearestStandard(rate: number): Rate | null {
  const distance = (standard: Rate) => Math.abs(toNumber(standard) - rate)
  const [nearest = DEFAULT_RATE] = STANDARD_RATES.toSorted((a, b) => distance(a) - distance(b))
  return distance(nearest) <= rate * TOLERANCE ? nearest : null
}

/** Divides a high rate by the smallest whole number that makes it allowed: 120 becomes 60, 90 becomes 45. */
function divideTo(rate: number): Rate {
  const divisor = Math.ceil(rate / MAX_RATE)
  const reduced = rate / divisor
  return nearestStandard(reduced) ?? { num: Math.round(reduced * 1000), den: 1000 }
}
