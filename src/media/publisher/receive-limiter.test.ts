import { expect, it } from 'vitest'
import { ReceiveLimiter, ReceiveLimiters } from './receive-limiter.ts'

/** The highest bitrate that reports allow by default, in bits per second. */
const MAX_BITRATE = 2_500_000

type Flow = { packets: number; bytes: number }

/** Returns how many packets of a second are allowed, after half a minute of the same flows. */
function countAllowed(limiter: ReceiveLimiter, flows: Flow[]): number {
  let allowed = 0
  for (let ms = 0; ms < 30_000; ms++) {
    if (ms === 29_000) allowed = 0
    for (const { packets, bytes } of flows) {
      const due = Math.floor(((ms + 1) * packets) / 1000) - Math.floor((ms * packets) / 1000)
      for (let packet = 0; packet < due; packet++) if (limiter.allowsPacket(bytes, ms)) allowed++
    }
  }
  return allowed
}

it('allows a broadcast of 8 Mbit/s with the shortest packets that Opus has', () => {
  const flows = [
    { packets: 833, bytes: 1200 },
    { packets: 400, bytes: 60 },
  ]
  expect(countAllowed(new ReceiveLimiter(MAX_BITRATE), flows)).toBe(1233)
})

it('allows four times what the reports of the publisher allow', () => {
  const flow = { packets: 1000, bytes: 1186 }
  expect(countAllowed(new ReceiveLimiter(500_000), [flow])).toBe(200)
  expect(countAllowed(new ReceiveLimiter(2_500_000), [flow])).toBe(1000)
})

it('allows few of the tiny packets that a hostile publisher sends', () => {
  expect(countAllowed(new ReceiveLimiter(MAX_BITRATE), [{ packets: 22_000, bytes: 14 }])).toBeLessThan(3200)
})

it('allows packets that were read ten seconds late', () => {
  const limiter = new ReceiveLimiter(MAX_BITRATE)
  const late = Array.from({ length: 10 * 300 }, () => limiter.allowsPacket(1200, 10_000))
  expect(late).not.toContain(false)
})

it('gives no new burst to a publisher that comes back at once', () => {
  const limiters = new ReceiveLimiters()
  const countBurst = (now: number) => {
    const limiter = limiters.get('stream', MAX_BITRATE, now)
    let packets = 0
    while (limiter.allowsPacket(14, now)) packets++
    return packets
  }
  expect(countBurst(0)).toBe(15_625)
  expect(countBurst(200)).toBe(625)
  expect(countBurst(10_000)).toBe(15_625)
})
