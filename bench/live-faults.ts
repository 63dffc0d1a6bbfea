import { setTimeout as pause } from 'node:timers/promises'
import { startTestBroadcast, type TestBroadcast } from './live-faults/test-broadcast.ts'
import type { Faults } from './live-faults/faulty-link.ts'
import { chooseSizes, isShort } from './process/arguments.ts'
import type { Counts } from './live-faults/page.ts'

/**
 * Measures a broadcast over faulty links: a browser broadcasts and another one watches, each through a link that loses,
 * delays or throttles what they send, compared with clean links. Takes three minutes.
 */
type Sample = { sent: Counts; received: Counts }
type Case = {
  name: string
  publisherFaults?: Faults
  viewerFaults?: Faults
  seconds?: number
  isRecovery?: true
}

/**
 * The links are clean between two cases, so that all start from the same state; a recovery follows its case without a
 * pause. A browser's first bandwidth estimate and its first full-size frame take a while: the warm-up. One case in
 * `EVERY` is run.
 */
const { SECONDS, CLEAN_SECONDS, WARM_UP_SECONDS, RECOVERY_SECONDS, EVERY } = chooseSizes({
  full: { SECONDS: 10, CLEAN_SECONDS: 4, WARM_UP_SECONDS: 8, RECOVERY_SECONDS: 20, EVERY: 1 },
  short: { SECONDS: 1, CLEAN_SECONDS: 0.2, WARM_UP_SECONDS: 1, RECOVERY_SECONDS: 1, EVERY: 6 },
})
const ALL_CASES: Case[] = [
  { name: 'clean links' },
  { name: 'broadcaster loses 5 %', publisherFaults: { loss: 0.05 } },
  { name: 'broadcaster loses 10 %', publisherFaults: { loss: 0.1 } },
  { name: 'broadcaster 200 ms late', publisherFaults: { delayMs: 200 } },
  { name: 'broadcaster loses 5 %, 200 ms late', publisherFaults: { loss: 0.05, delayMs: 200 } },
  { name: 'viewer loses 5 %', viewerFaults: { loss: 0.05 } },
  { name: 'viewer loses 10 %', viewerFaults: { loss: 0.1 } },
  { name: 'viewer 200 ms late', viewerFaults: { delayMs: 200 } },
  { name: 'viewer loses 5 %, 200 ms late', viewerFaults: { loss: 0.05, delayMs: 200 } },
  { name: 'broadcaster falls to 300 kbit/s', publisherFaults: { bitsPerSecond: 300_000 } },
  { name: 'broadcaster falls to 100 kbit/s', publisherFaults: { bitsPerSecond: 100_000 } },
  { name: 'clean links again', seconds: RECOVERY_SECONDS, isRecovery: true },
]
const CASES = ALL_CASES.filter((_, index) => index % EVERY === 0)
/** A viewer that waits longer for the next frame considers the broadcast broken. */
const MAX_FRAME_GAP_MS = 5000

const COLUMNS = [
  'frames/s',
  'height',
  'freezes',
  'frozen s',
  'longest s',
  'concealed %',
  'video kbit/s',
  'audio kbit/s',
  'estimate',
  'lost',
]

const broadcast = await startTestBroadcast()
const stop = () => void broadcast.close().finally(() => process.exit(1))
process.once('SIGINT', stop)
try {
  await pause(WARM_UP_SECONDS * 1000)
  console.log(formatRow('', COLUMNS))
  for (const each of CASES) await run(broadcast, each)
} finally {
  process.off('SIGINT', stop)
  await broadcast.close()
}

async function run(
  broadcast: TestBroadcast,
  { name, publisherFaults = {}, viewerFaults = {}, seconds = SECONDS, isRecovery }: Case,
): Promise<void> {
  const { publisherLink, viewerLink } = broadcast
  if (!isRecovery) await pause(CLEAN_SECONDS * 1000)
  const lostBeforeCase = publisherLink.lost + viewerLink.lost
  const before = { sent: await broadcast.broadcaster(), received: await broadcast.viewer() }
  await broadcast.takeLongestGap()
  publisherLink.faults = publisherFaults
  viewerLink.faults = viewerFaults
  await pause(seconds * 1000)
  const after = { sent: await broadcast.broadcaster(), received: await broadcast.viewer() }
  const longestGapMs = await broadcast.takeLongestGap()
  publisherLink.faults = viewerLink.faults = {}
  const lost = publisherLink.lost + viewerLink.lost - lostBeforeCase
  console.log(formatRow(name, [...formatDifferences(before, after, longestGapMs), lost.toFixed(0)]))
  if (longestGapMs > MAX_FRAME_GAP_MS && !isShort) process.exitCode = 1
}

function formatDifferences(before: Sample, after: Sample, longestGapMs: number): string[] {
  const sent = (key: keyof Counts) => after.sent[key] - before.sent[key]
  const received = (key: keyof Counts) => after.received[key] - before.received[key]
  const rate = (bytes: number) => ((bytes * 8) / sent('at')).toFixed(0)
  return [
    ((1000 * received('framesDecoded')) / received('at')).toFixed(1),
    String(after.received.height),
    received('freezes').toFixed(0),
    received('frozenSeconds').toFixed(1),
    (longestGapMs / 1000).toFixed(1),
    ((100 * received('concealedSamples')) / Math.max(1, received('samples'))).toFixed(1),
    rate(sent('sentVideo')),
    rate(sent('sentAudio')),
    (after.sent.estimate / 1000).toFixed(0),
  ]
}

function formatRow(name: string, columns: string[]): string {
  return name.padEnd(32) + columns.map((text) => text.padStart(15)).join('')
}
