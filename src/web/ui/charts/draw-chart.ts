import 'uplot/dist/uPlot.min.css'
import UPlot from 'uplot'
import { DAY_STEPS, WHOLE_STEPS, rangeOfDays, topOf } from './axis-range.ts'

export type ChartData = {
  xs: readonly number[]
  /** Null: unknown, a gap in the line. */
  ys: readonly (number | null)[]
  /** Whether `xs` are seconds since 1970, of UTC days. */
  isTime: boolean
  formatX: (x: number) => string
  formatY: (y: number) => string
  /** Number of the chart colour. */
  color: number
  /** Top of the axis; by default that of the highest value. */
  maxY?: number
  /** Whether parts of a unit are marked on the axis. */
  isDivided?: boolean
}

/** Calls `onPoint` with the index of the point under the pointer. */
type DrawOptions = ChartData & { onPoint: (index: number | null) => void }

const HEIGHT = 180

/**
 * Draws a line with its area into an element, in the colours of the theme. Returns the cleanup. Throws in a browser that
 * has no canvas.
 */
export function drawChart(element: HTMLElement, data: DrawOptions): () => void {
  if (!document.createElement('canvas').getContext('2d')) throw new Error('the browser has no canvas')
  const width = () => Math.max(200, element.clientWidth)
  const plot = new UPlot(optionsOf(element, data, width()), [[...data.xs], [...data.ys]], element)
  const observer = new ResizeObserver(() => plot.setSize({ width: width(), height: HEIGHT }))
  observer.observe(element)
  return () => {
    observer.disconnect()
    plot.destroy()
  }
}

function optionsOf(element: HTMLElement, data: DrawOptions, width: number): UPlot.Options {
  const style = getComputedStyle(element)
  const token = (name: string) => style.getPropertyValue(name).trim()
  const line = token(`--c-${data.color}`)
  const axis = {
    stroke: token('--ink-3'),
    font: `12px ${style.fontFamily}`,
    ticks: { show: false },
  }
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    padding: [8, 28, 0, 0],
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 8 } },
    hooks: { setCursor: [({ cursor }) => data.onPoint(cursor.idx ?? null)] },
    scales: {
      x: { time: data.isTime, ...(data.isTime && { range: (_plot, min, max) => rangeOfDays(min, max) }) },
      y: { range: (_plot, _min, max) => [0, data.maxY ?? topOf(max)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_plot, splits) => splits.map(data.formatX),
        ...(data.isTime && { incrs: DAY_STEPS }),
        space: 64,
        size: 28,
      },
      {
        ...axis,
        grid: { stroke: token('--line'), width: 1 },
        values: (_plot, splits) => splits.map(data.formatY),
        ...(!data.isDivided && { incrs: WHOLE_STEPS }),
        space: 40,
        size: 52,
      },
    ],
    series: [
      {},
      {
        stroke: line,
        width: 2,
        fill: `color-mix(in oklab, ${line} 16%, transparent)`,
        points: { show: data.xs.length < 2, size: 6, fill: line },
      },
    ],
  }
}
