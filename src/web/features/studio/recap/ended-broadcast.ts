import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const KEY = 'ended-broadcast'

/** Returns the stream whose broadcast this tab has ended last, for the recap on the profile. */
export function readEndedBroadcast(): string | null {
  return readStorage(KEY, 'session')
}

export function rememberEndedBroadcast(streamId: string): void {
  writeStorage(KEY, streamId, 'session')
}

/** Called when the recap is dismissed. */
export function forgetEndedBroadcast(): void {
  writeStorage(KEY, null, 'session')
}
