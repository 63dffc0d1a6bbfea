import { describe, expect, it } from 'vitest'
import { LayerSelector, type LinkReport } from './layer-selector.ts'

const NO_LOSS: LinkReport = { fractionLost: 0, estimatedBitrate: null, requiredBitrate: 1_500_000 }

/** A viewer whose connection is reported on once a second. */
function viewer() {
  const selector = new LayerSelector()
  let now = 0
  const addReports = (count: number, line: Partial<LinkReport> = {}) => {
    for (let each = 0; each < count; each++) selector.addReport({ ...NO_LOSS, ...line }, (now += 1000))
    return selector.layer
  }
  /** Returns the seconds of low loss until the upgrade. */
  const secondsToUpgrade = () => {
    for (let seconds = 0; ; seconds++) if (addReports(1) === 'high') return seconds
  }
  return { addReports, secondsToUpgrade }
}

describe('a downgrade', () => {
  it('follows one report of severe loss', () => {
    expect(viewer().addReports(1, { fractionLost: 0.2 })).toBe('low')
  })

  it('follows two reports of high loss in a row, but not one', () => {
    const { addReports } = viewer()
    expect(addReports(1, { fractionLost: 0.08 })).toBe('high')
    expect(addReports(1)).toBe('high')
    expect(addReports(1, { fractionLost: 0.08 })).toBe('high')
    expect(addReports(1, { fractionLost: 0.08 })).toBe('low')
  })

  it('does not follow a loss that is repaired', () => {
    expect(viewer().addReports(60, { fractionLost: 0.07 })).toBe('high')
  })

  it('follows an estimate that is too low for some seconds', () => {
    const { addReports } = viewer()
    expect(addReports(10, { estimatedBitrate: 1_400_000 })).toBe('high')
    expect(addReports(3, { estimatedBitrate: 1_200_000 })).toBe('high')
    expect(addReports(1, { estimatedBitrate: 1_200_000 })).toBe('low')
  })

  it('follows sooner when the estimate is far too low', () => {
    const { addReports } = viewer()
    expect(addReports(1, { estimatedBitrate: 700_000 })).toBe('high')
    expect(addReports(1, { estimatedBitrate: 700_000 })).toBe('low')
  })
})

describe('an upgrade', () => {
  it('follows ten seconds of low loss, however low the estimate', () => {
    const { addReports } = viewer()
    addReports(1, { fractionLost: 0.2 })
    expect(addReports(10, { estimatedBitrate: 200_000 })).toBe('low')
    expect(addReports(1, { estimatedBitrate: 200_000 })).toBe('high')
  })

  it('gives the browser time to raise its estimate', () => {
    const { addReports, secondsToUpgrade } = viewer()
    addReports(1, { fractionLost: 0.2 })
    secondsToUpgrade()
    for (let estimate = 200_000; estimate < 1_500_000; estimate *= 1.08)
      expect(addReports(1, { estimatedBitrate: estimate })).toBe('high')
  })

  it('is reverted when the estimate does not rise', () => {
    const { addReports, secondsToUpgrade } = viewer()
    addReports(1, { fractionLost: 0.2 })
    secondsToUpgrade()
    expect(addReports(5, { estimatedBitrate: 200_000 })).toBe('low')
  })

  it('waits again after each loss', () => {
    const { addReports, secondsToUpgrade } = viewer()
    addReports(1, { fractionLost: 0.2 })
    addReports(9)
    expect(addReports(1, { fractionLost: 0.06 })).toBe('low')
    expect(secondsToUpgrade()).toBe(10)
  })

  it('waits longer after each attempt that fails at once, up to a limit', () => {
    const { addReports, secondsToUpgrade } = viewer()
    const waits = Array.from({ length: 7 }, () => {
      addReports(1, { fractionLost: 0.2 })
      return secondsToUpgrade()
    })
    expect(waits).toEqual([10, 20, 40, 80, 160, 160, 160])
  })

  it('waits ten seconds again after a minute on the high layer', () => {
    const { addReports, secondsToUpgrade } = viewer()
    for (const _ of [1, 2, 3]) {
      addReports(1, { fractionLost: 0.2 })
      secondsToUpgrade()
    }
    addReports(61)
    addReports(1, { fractionLost: 0.2 })
    expect(secondsToUpgrade()).toBe(10)
  })
})
