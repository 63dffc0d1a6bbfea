import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { clearDrafts, readDraft, useClearDraftsOnSignOut, writeDraft } from './drafts.ts'

afterEach(() => sessionStorage.clear())

test('a logout takes what that member was writing, and nothing else', () => {
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

test('a logout in another tab takes the drafts of this one, as long as somebody listens', () => {
  const hear = (newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key: 'logged-out', newValue }))
  writeDraft('Half a story', 'post', 'ada')
  const { unmount } = renderHook(useClearDraftsOnSignOut)
  hear(null)
  hear('ben')
  expect(readDraft('post', 'ada')).toBe('Half a story')
  hear('ada')
  expect(readDraft('post', 'ada')).toBeNull()
  unmount()
  writeDraft('Signed in again', 'post', 'ada')
  hear('ada')
  expect(readDraft('post', 'ada')).toBe('Signed in again')
})
