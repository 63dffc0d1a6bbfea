import { useEffect } from 'react'
import { readStorage, removeStorage, writeStorage } from './browser-storage.ts'

/** Reads a draft of this tab. `kind` names the form; `subjectId` distinguishes several drafts of one kind. */
export function readDraft(kind: string, userId: string, subjectId?: string): string | null {
  return readStorage(keyOf(kind, userId, subjectId), 'session')
}

/** Stores a draft in this tab, where it outlives a reload and an expired session; `null` removes it. */
export function writeDraft(text: string | null, kind: string, userId: string, subjectId?: string): void {
  writeStorage(keyOf(kind, userId, subjectId), text, 'session')
}

/** Called on sign-out: removes the user's drafts in every tab, as others may use this browser next. */
export function clearDrafts(userId: string): void {
  removeDrafts(userId)
  // Session storage is per tab: the `storage` event of this key notifies the other tabs.
  writeStorage(LOGGED_OUT, userId)
  writeStorage(LOGGED_OUT, null)
}

/** While mounted, a sign-out in another tab removes the drafts of this one too. */
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

function keyOf(kind: string, userId: string, subjectId?: string): string {
  return `draft-${kind}:${userId}${subjectId === undefined ? '' : `:${subjectId}`}`
}
