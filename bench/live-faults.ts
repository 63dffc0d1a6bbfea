import { setTimeout as pause } from 'node:timers/promises'
import { startCast, type Cast } from './live-faults/test-broadcast.ts'
import type { Faults } from './live-faults/faulty-link.ts'
import type { Counts } from './live-faults/page.ts'

/**
 * What a broadcast is like on unsteady lines: a browser broadcasts, another watches, each through a line that loses,
 * delays or holds back what they send, beside the same on clean lines. Takes three minutes.
 */
type Both = { sent: Counts; seen: Counts }
type Case = { name: string; up?: Faults; down?: Faults; seconds?: number; isRecovery?: true }

const CASES: Case[] = [
  { name: 'clean lines' },
  { name: 'uplink loses 5 %', up: { loss: 0.05 } },
  { name: 'uplink loses 10 %', up: { loss: 0.1 } },
  { name: 'uplink 200 ms late', up: { delayMs: 200 } },
  { name: 'uplink loses 5 %, 200 ms late', up: { loss: 0.05, delayMs: 200 } },
  { name: 'viewer loses 5 %', down: { loss: 0.05 } },
  { name: 'viewer loses 10 %', down: { loss: 0.1 } },
  { name: 'viewer 200 ms late', down: { delayMs: 200 } },
  { name: 'viewer loses 5 %, 200 ms late', down: { loss: 0.05, delayMs: 200 } },
  { name: 'uplink falls to 300 kbit/s', up: { bitsPerSecond: 300_000 } },
  { name: 'uplink falls to 100 kbit/s', up: { bitsPerSecond: 100_000 } },
  { name: 'clean lines again', seconds: 20, isRecovery: true },
]
const SECONDS = 10
/** Between two cases the lines are clean, so that each begins alike; a recovery begins at once. */
const REST_SECONDS = 4
/** A browser's first estimate and its first large picture take a while. */
const WARM_UP_SECONDS = 8
/** Whoever waits longer for the next picture takes the broadcast for broken. */
const LONGEST_PAUSE_MS = 5000

const COLUMNS = [
  'frames/s',
  'height',
  'freezes',
  'frozen s',
  'longest s',
  'made up %',
  'picture kbit/s',
  'sound kbit/s',
  'estimate',
  'lost',
]

const cast = await startCast()
const stop = () => void cast.close().finally(() => process.exit(1))
process.once('SIGINT', stop)
try {
  await pause(WARM_UP_SECONDS * 1000)
  console.log(row('', COLUMNS))
  for (const each of CASES) await run(cast, each)
} finally {
  process.off('SIGINT', stop)
  await cast.close()
}

async function run(
  cast: Cast,
  { name, up = {}, down = {}, seconds = SECONDS, isRecovery }: Case,
): Promise<void> {
  const { uplink, downlink } = cast
  if (!isRecovery) await pause(REST_SECONDS * 1000)
  const lostBefore = uplink.lost + downlink.lost
  const before = { sent: await cast.broadcaster(), seen: await cast.viewer() }
  await cast.takeLongestPause()
  uplink.faults = up
  downlink.faults = down
  await pause(seconds * 1000)
  const after = { sent: await cast.broadcaster(), seen: await cast.viewer() }
  const longestMs = await cast.takeLongestPause()
  uplink.faults = downlink.faults = {}
  const lost = uplink.lost + downlink.lost - lostBefore
  console.log(row(name, [...figures(before, after, longestMs), lost.toFixed(0)]))
  if (longestMs > LONGEST_PAUSE_MS) process.exitCode = 1
}

function figures(before: Both, after: Both, longestMs: number): string[] {
  const sent = (key: keyof Counts) => after.sent[key] - before.sent[key]
  const seen = (key: keyof Counts) => after.seen[key] - before.seen[key]
  const rate = (bytes: number) => ((bytes * 8) / sent('at')).toFixed(0)
  return [
    ((1000 * seen('framesDecoded')) / seen('at')).toFixed(1),
    String(after.seen.height),
    seen('freezes').toFixed(0),
    seen('frozenSeconds').toFixed(1),
    (longestMs / 1000).toFixed(1),
    ((100 * seen('concealedSamples')) / Math.max(1, seen('samples'))).toFixed(1),
    rate(sent('sentVideo')),
    rate(sent('sentAudio')),
    (after.sent.estimate / 1000).toFixed(0),
  ]
}

function row(name: string, columns: string[]): string {
  return name.padEnd(32) + columns.map((text) => text.padStart(15)).join('')
}
