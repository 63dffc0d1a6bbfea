import { describe, expect, it } from 'vitest'
import { LayerSelector, type LinkReport } from './layer-selector.ts'

const CALM: LinkReport = { fractionLost: 0, estimatedBitrate: null, requiredBitrate: 1_500_000 }

/** A viewer whose line is reported on once a second. */
function viewer() {
  const rule = new LayerSelector()
  let now = 0
  const reports = (count: number, line: Partial<LinkReport> = {}) => {
    for (let each = 0; each < count; each++) rule.addReport({ ...CALM, ...line }, (now += 1000))
    return rule.layer
  }
  /** Seconds of calm until it goes up. */
  const patience = () => {
    for (let seconds = 0; ; seconds++) if (reports(1) === 'high') return seconds
  }
  return { reports, patience }
}

describe('going down', () => {
  it('comes with one report of much loss', () => {
    expect(viewer().reports(1, { fractionLost: 0.2 })).toBe('low')
  })

  it('comes with two reports of some loss in a row, not with one', () => {
    const { reports } = viewer()
    expect(reports(1, { fractionLost: 0.08 })).toBe('high')
    expect(reports(1)).toBe('high')
    expect(reports(1, { fractionLost: 0.08 })).toBe('high')
    expect(reports(1, { fractionLost: 0.08 })).toBe('low')
  })

  it('does not come with loss that is repaired', () => {
    expect(viewer().reports(60, { fractionLost: 0.07 })).toBe('high')
  })

  it('comes when the browser believes for seconds that its line is too narrow', () => {
    const { reports } = viewer()
    expect(reports(10, { estimatedBitrate: 1_400_000 })).toBe('high')
    expect(reports(3, { estimatedBitrate: 1_200_000 })).toBe('high')
    expect(reports(1, { estimatedBitrate: 1_200_000 })).toBe('low')
  })

  it('comes sooner when it is far too narrow', () => {
    const { reports } = viewer()
    expect(reports(1, { estimatedBitrate: 700_000 })).toBe('high')
    expect(reports(1, { estimatedBitrate: 700_000 })).toBe('low')
  })
})

describe('going up', () => {
  it('comes after ten seconds of calm, whatever little the browser estimates', () => {
    const { reports } = viewer()
    reports(1, { fractionLost: 0.2 })
    expect(reports(10, { estimatedBitrate: 200_000 })).toBe('low')
    expect(reports(1, { estimatedBitrate: 200_000 })).toBe('high')
  })

  it('gives the browser time to learn that it can get more', () => {
    const { reports, patience } = viewer()
    reports(1, { fractionLost: 0.2 })
    patience()
    for (let estimate = 200_000; estimate < 1_500_000; estimate *= 1.08)
      expect(reports(1, { estimatedBitrate: estimate })).toBe('high')
  })

  it('falls back when the browser does not', () => {
    const { reports, patience } = viewer()
    reports(1, { fractionLost: 0.2 })
    patience()
    expect(reports(5, { estimatedBitrate: 200_000 })).toBe('low')
  })

  it('waits anew after each loss', () => {
    const { reports, patience } = viewer()
    reports(1, { fractionLost: 0.2 })
    reports(9)
    expect(reports(1, { fractionLost: 0.06 })).toBe('low')
    expect(patience()).toBe(10)
  })

  it('grows more patient with each trial that fails at once, up to a limit', () => {
    const { reports, patience } = viewer()
    const waits = Array.from({ length: 7 }, () => {
      reports(1, { fractionLost: 0.2 })
      return patience()
    })
    expect(waits).toEqual([10, 20, 40, 80, 160, 160, 160])
  })

  it('loses its patience again once the full picture has held for a minute', () => {
    const { reports, patience } = viewer()
    for (const _ of [1, 2, 3]) {
      reports(1, { fractionLost: 0.2 })
      patience()
    }
    reports(61)
    reports(1, { fractionLost: 0.2 })
    expect(patience()).toBe(10)
  })
})
