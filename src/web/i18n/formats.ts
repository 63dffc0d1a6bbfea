import type { Formats } from 'use-intl'

/** Named formats, used by messages as `{when, date, timestamp}` and by `useFormatter()`. */
export const formats = {
  dateTime: {
    /** Fri, Nov 21, 2025 */
    clockDate: { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
    /** 8:31:04 PM */
    clockTime: { hour: 'numeric', minute: '2-digit', second: '2-digit', hour12: true },
    /** Nov 21, 2025, 7:04 PM */
    timestamp: { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' },
    /** Nov 21, 2025, 7:04 PM GMT+1 */
    zonedTimestamp: {
      ...{ month: 'short', day: 'numeric', year: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
    },
    /** 7:04 PM */
    time: { hour: 'numeric', minute: '2-digit' },
    /** Friday, November 21 at 7:04 PM */
    appointment: { weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    /** Fri, Nov 21, 7:04 PM */
    shortAppointment: {
      ...{ weekday: 'short', month: 'short', day: 'numeric' },
      ...{ hour: 'numeric', minute: '2-digit' },
    },
    /** Fri 7:04 PM */
    dayTime: { weekday: 'short', hour: 'numeric', minute: '2-digit' },
    /** Mar 14, 2024 */
    shortDate: { month: 'short', day: 'numeric', year: 'numeric' },
    /** March 14, 2024 */
    longDate: { month: 'long', day: 'numeric', year: 'numeric' },
  },
  number: {
    /** 1,046,880 */
    count: { maximumFractionDigits: 0 },
    /** 1.2K */
    compact: { notation: 'compact', maximumFractionDigits: 1 },
    /** 1.2Kh */
    compactHours: compactUnit('hour'),
    /** 45m */
    compactMinutes: compactUnit('minute'),
    /** 30s */
    compactSeconds: compactUnit('second'),
    /** 1,234h */
    hours: { style: 'unit', unit: 'hour', unitDisplay: 'narrow', maximumFractionDigits: 0 },
    /** 59m */
    minutes: { style: 'unit', unit: 'minute', unitDisplay: 'narrow', maximumFractionDigits: 0 },
    /** $25 */
    dollars: { style: 'currency', currency: 'USD', maximumFractionDigits: 0 },
    /** 12.4 MB */
    megabytes: {
      style: 'unit',
      unit: 'megabyte',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    },
    /** 540 MB */
    wholeMegabytes: { style: 'unit', unit: 'megabyte', maximumFractionDigits: 0 },
    /** 62% */
    percent: { style: 'percent', maximumFractionDigits: 0 },
  },
} satisfies Formats

function compactUnit(unit: string) {
  return {
    notation: 'compact',
    maximumFractionDigits: 1,
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
  } as const
}
