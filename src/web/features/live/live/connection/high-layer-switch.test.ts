import { describe, expect, it } from 'vitest'
import { HighLayerSwitch } from './high-layer-switch.ts'

/** A network link with a given bandwidth estimate, seen by the switch once per second. */
class Link {
  readonly highLayer = new HighLayerSwitch()
  now = 0
  isActive = true

  sample(seconds: number, kilobits: number, sent = kilobits): void {
    for (let second = 0; second < seconds; second++)
      this.isActive = this.highLayer.update(
        { estimate: kilobits * 1000, sent: sent * 1000 },
        (this.now += 1000),
      )
  }

  /** Seconds until the high layer is tried again; Infinity after a hundred. */
  secondsUntilRetry(kilobits: number, sent: number): number {
    for (let second = 1; second <= 100; second++) {
      this.sample(1, kilobits, sent)
      if (this.isActive) return second
    }
    return Infinity
  }
}

describe('the high layer', () => {
  it('pauses when the link carries too little for both layers, not at a single low estimate', () => {
    const link = new Link()
    for (const kilobits of [2000, 240, 260, 240]) link.sample(1, kilobits)
    expect(link.isActive).toBe(true)
    link.sample(1, 240)
    expect(link.isActive).toBe(false)
  })

  it('is not tried again without headroom or at a very low estimate', () => {
    const link = new Link()
    link.sample(2, 100)
    link.sample(30, 280, 240)
    link.sample(30, 100, 50)
    expect(link.isActive).toBe(false)
  })

  it('is tried again after three seconds of headroom in a row', () => {
    const link = new Link()
    link.sample(2, 100)
    link.sample(3, 340, 230)
    link.sample(1, 240, 230)
    expect(link.isActive).toBe(false)
    expect(link.secondsUntilRetry(340, 230)).toBe(4)
  })

  it('is tried later after each failed trial, and soon again after a successful one', () => {
    const link = new Link()
    const delays = Array.from({ length: 6 }, () => {
      link.sample(2, 100)
      return link.secondsUntilRetry(340, 230)
    })
    expect(delays).toEqual([4, 7, 13, 25, 49, 61])
    link.sample(30, 800)
    link.sample(2, 100)
    expect(link.secondsUntilRetry(340, 230)).toBe(4)
  })
})
