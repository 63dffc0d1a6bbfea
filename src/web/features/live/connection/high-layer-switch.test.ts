import { describe, expect, it } from 'vitest'
import { HighLayerSwitch } from './high-layer-switch.ts'

/** A line that carries so much, while so much is sent. */
class Line {
  readonly rule = new HighLayerSwitch()
  now = 0
  isSent = true

  look(seconds: number, kilobits: number, sent = kilobits): void {
    for (let second = 0; second < seconds; second++)
      this.isSent = this.rule.look({ estimate: kilobits * 1000, sent: sent * 1000 }, (this.now += 1000))
  }

  /** Seconds until the large picture is tried again, at most a hundred. */
  secondsUntilTried(kilobits: number, sent: number): number {
    for (let second = 1; second <= 100; second++) {
      this.look(1, kilobits, sent)
      if (this.isSent) return second
    }
    return Infinity
  }
}

describe('the large picture', () => {
  it('pauses when the line carries too little for both, not at a single doubt', () => {
    const line = new Line()
    for (const kilobits of [2000, 240, 260, 240]) line.look(1, kilobits)
    expect(line.isSent).toBe(true)
    line.look(1, 240)
    expect(line.isSent).toBe(false)
  })

  it('is not tried while the line carries little more than what is sent, or next to nothing', () => {
    const line = new Line()
    line.look(2, 100)
    line.look(30, 280, 240)
    line.look(30, 100, 50)
    expect(line.isSent).toBe(false)
  })

  it('is tried after three seconds of room in a row', () => {
    const line = new Line()
    line.look(2, 100)
    line.look(3, 340, 230)
    line.look(1, 240, 230)
    expect(line.isSent).toBe(false)
    expect(line.secondsUntilTried(340, 230)).toBe(4)
  })

  it('is tried ever later when each trial fails, and soon again after one that held', () => {
    const line = new Line()
    const waits = Array.from({ length: 6 }, () => {
      line.look(2, 100)
      return line.secondsUntilTried(340, 230)
    })
    expect(waits).toEqual([4, 7, 13, 25, 49, 61])
    line.look(30, 800)
    line.look(2, 100)
    expect(line.secondsUntilTried(340, 230)).toBe(4)
  })
})
