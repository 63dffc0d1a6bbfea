import type { Executor } from '#server/db/executor.ts'
import { percentOf } from './progress.ts'
import { enqueueQualities } from './jobs.ts'
import { type EncodingCosts, durationClassOf } from './duration-classes.ts'
import { type ProducedFile, type ProcessingRun, TRANSCODER_THREADS } from './processing-run.ts'
import { costOf, fileOf, shortSideOf, storedQualities } from './qualities.ts'
import { setProgress } from './queries.ts'

/** The source's pixels and seconds. */
type Source = { width: number | null; height: number | null; duration: number }

/** The part of the processing before the first quality: reading and copying. */
export const PREPARATION_SHARE = 0.05

/**
 * Encodes a quality, and reports how much of all qualities is done; `remaining` are the ones after this.
 * @throws {TranscodeError}
 */
export async function encodeQuality(
  run: ProcessingRun,
  source: Source,
  [quality, ...remaining]: readonly [string, ...string[]],
): Promise<ProducedFile[]> {
  const shortSide = shortSideOf(quality)
  const { input, folder } = run
  const task = {
    type: 'rendition',
    input,
    folder: folder.path,
    name: quality,
    shortSide,
    threads: TRANSCODER_THREADS,
  } as const
  const stored = storedQualities(run.files)
  const result = await run.transcode(task, source.duration, (share) =>
    run.progress.report(shareOf(source, { stored, current: { quality, share }, remaining })),
  )
  const { bandwidth, averageBandwidth, codecs, picture } = result
  const kind = picture ? ('rendition' as const) : ('audio' as const)
  const rates = { bandwidth, averageBandwidth, codecs }
  return [
    { name: fileOf(quality), kind, mimeType: picture ? 'video/mp4' : 'audio/mp4', ...picture, ...rates },
    { name: result.playlist, kind: 'playlist', mimeType: 'application/vnd.apple.mpegurl' },
  ]
}

/** Enqueues the remaining qualities, or ends the processing, within the transaction that stores what was before them. */
export async function continueWith(
  tx: Executor,
  {
    nodeId,
    videoId,
    source,
    costs,
  }: { nodeId: string; videoId: string; source: Source; costs: EncodingCosts },
  { stored, remaining }: { stored: string[]; remaining: string[] },
  kind: 'first' | 'next' = 'next',
): Promise<void> {
  const [first] = remaining
  if (first === undefined) return void (await setProgress(tx, videoId, null))
  await setProgress(tx, videoId, percentOf(shareOf(source, { stored, remaining })))
  await enqueueQualities(
    tx,
    nodeId,
    { videoId, qualities: remaining, ...costs },
    { kind, durationClass: durationClassOf(first, source, costs) },
  )
}

type Qualities = {
  stored: readonly string[]
  /** Finished share of the quality that is being encoded, from 0 to 1. */
  current?: { quality: string; share: number }
  remaining: readonly string[]
}

function shareOf(source: Source, { stored, current, remaining }: Qualities): number {
  const sum = (qualities: readonly string[]) =>
    qualities.reduce((total, quality) => total + costOf(quality, source), 0)
  const currentCost = current ? costOf(current.quality, source) : 0
  const total = sum(stored) + currentCost + sum(remaining)
  const done = sum(stored) + currentCost * (current?.share ?? 0)
  return PREPARATION_SHARE + (1 - PREPARATION_SHARE) * (done / total)
}
