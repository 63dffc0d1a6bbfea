import * as z from 'zod/mini'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const STORAGE_KEY = 'video-positions'
const MAX_POSITIONS = 200
/** Positions this near to the start or the end, in seconds, are not stored. */
const MARGIN_SECONDS = 10

/** The latest last. */
const positions = z.array(z.object({ videoId: z.string(), second: z.number() }))

/** Returns the second at which this browser last left the video; 0 for none. */
export function readPosition(videoId: string): number {
  return readPositions().find((position) => position.videoId === videoId)?.second ?? 0
}

/** Remembers where the video was left; near its start or end the position is forgotten. */
export function writePosition(videoId: string, second: number, duration: number): void {
  const others = readPositions().filter((position) => position.videoId !== videoId)
  const isWithin = second >= MARGIN_SECONDS && second <= duration - MARGIN_SECONDS
  const all = isWithin ? [...others, { videoId, second: Math.floor(second) }] : others
  writeStorage(STORAGE_KEY, all.length > 0 ? JSON.stringify(all.slice(-MAX_POSITIONS)) : null)
}

/** Parses the `t` of a URL: seconds, or `1h2m3s`. Returns null for anything else. */
export function parseStart(text: string | null): number | null {
  if (!text) return null
  if (/^\d{1,7}(\.\d+)?s?$/.test(text)) return Number.parseFloat(text)
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/.exec(text)
  if (!parts) return null
  const [, hours = 0, minutes = 0, seconds = 0] = parts.map(Number).map((part) => part || 0)
  return hours * 3600 + minutes * 60 + seconds
}

function readPositions(): z.output<typeof positions> {
  try {
    const parsed = positions.safeParse(JSON.parse(readStorage(STORAGE_KEY) ?? '[]'))
    return parsed.success ? parsed.data : []
  } catch {
    // Not ours, or of another version.
    return []
  }
}
