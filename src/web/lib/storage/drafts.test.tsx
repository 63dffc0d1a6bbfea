import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearDrafts, readDraft, useClearDraftsOnSignOut, writeDraft } from './drafts.ts'

afterEach(() => sessionStorage.clear())

test("a sign-out clears that user's drafts, and nothing else", () => {
  writeDraft('Half a story', 'post', 'ada')
  writeDraft('Half a thought', 'comment', 'ada', 'post-1')
  writeDraft('Not hers', 'post', 'ben')
  writeDraft('Under a post of the same name', 'comment', 'ben', 'ada')
  sessionStorage.setItem('scroll:ada', '120')
  clearDrafts('ada')
  expect(readDraft('post', 'ada')).toBeNull()
  expect(readDraft('comment', 'ada', 'post-1')).toBeNull()
  expect(readDraft('post', 'ben')).toBe('Not hers')
  expect(readDraft('comment', 'ben', 'ada')).toBe('Under a post of the same name')
  expect(sessionStorage.getItem('scroll:ada')).toBe('120')
  expect(Object.keys(localStorage).filter((key) => key.includes('logged-out'))).toEqual([])
})

test('a sign-out in another tab clears the drafts of this one while the hook is mounted', () => {
  const signOutElsewhere = (newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key: 'logged-out', newValue }))
  writeDraft('Half a story', 'post', 'ada')
  const { unmount } = renderHook(useClearDraftsOnSignOut)
  signOutElsewhere(null)
  signOutElsewhere('ben')
  expect(readDraft('post', 'ada')).toBe('Half a story')
  signOutElsewhere('ada')
  expect(readDraft('post', 'ada')).toBeNull()
  unmount()
  writeDraft('Signed in again', 'post', 'ada')
  signOutElsewhere('ada')
  expect(readDraft('post', 'ada')).toBe('Signed in again')
})
