import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const KEY = 'ended-broadcast'
/** How long an end can be taken back, in ms. */
const RESUME_MS = 60_000

export type EndedBroadcast = {
  streamId: string
  /** In ms since 1970 by this device's clock; null for a broadcast that this page did not send. */
  resumableUntil: number | null
}

/** Returns the broadcast that this tab has ended last, for the recap on the profile. */
export function readEndedBroadcast(): EndedBroadcast | null {
  const [streamId, until] = readStorage(KEY, 'session')?.split(' ') ?? []
  return streamId ? { streamId, resumableUntil: until ? Number(until) : null } : null
}

export function rememberEndedBroadcast(streamId: string, { canResume }: { canResume: boolean }): void {
  writeStorage(KEY, canResume ? `${streamId} ${Date.now() + RESUME_MS}` : streamId, 'session')
}

/** Called when the recap was seen. */
export function forgetEndedBroadcast(): void {
  writeStorage(KEY, null, 'session')
}
