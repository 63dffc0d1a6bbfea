import { useEffect } from 'react'
import { readStorage, removeStorage, writeStorage } from './browser-storage.ts'

/** What a member writes and has not sent. */
type DraftKind = 'post' | 'comment' | 'stream'

/** What this tab keeps of a draft. `of` says which of its kind, where a member has several. */
export function readDraft(kind: DraftKind, userId: string, of?: string): string | null {
  return readStorage(keyOf(kind, userId, of), 'session')
}

/** Has this tab keep a draft, also over a reload and a session that ended; `null` removes. */
export function writeDraft(text: string | null, kind: DraftKind, userId: string, of?: string): void {
  writeStorage(keyOf(kind, userId, of), text, 'session')
}

/** A member logs out: others may use this browser next, so what it was writing goes from every tab. */
export function clearDrafts(userId: string): void {
  removeDrafts(userId)
  // Each tab keeps its own; this tells the others, and leaves nothing.
  writeStorage(LOGGED_OUT, userId)
  writeStorage(LOGGED_OUT, null)
}

/** While the page stands, a logout in another tab takes the drafts of this one too. */
export function useClearDraftsOnSignOut(): void {
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === LOGGED_OUT && newValue) removeDrafts(newValue)
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
}

const LOGGED_OUT = 'logged-out'

function removeDrafts(userId: string): void {
  removeStorage((key) => key.startsWith('draft-') && key.split(':')[1] === userId, 'session')
}

function keyOf(kind: DraftKind, userId: string, of?: string): string {
  return `draft-${kind}:${userId}${of === undefined ? '' : `:${of}`}`
}
