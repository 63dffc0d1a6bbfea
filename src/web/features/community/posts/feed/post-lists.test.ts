import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { compareWithNewest } from '#web/lib/lists/compare-with-newest.ts'
import { removeFromLists, listKey, loadedIds, mergeNewest, putOnTop } from '../post-lists.ts'

const feed = { kind: 'feed' } as const

afterEach(() => {
  queryClient.clear()
})

const newest = (items: string[]) => ({ items, next: 'x', snapshot: { cursor: items[0] ?? null, at: 0 } })
const cachePages = (...pages: string[][]) =>
  queryClient.setQueryData(listKey(feed), {
    pages: pages.map((items, index) => ({ items, next: index < pages.length - 1 ? String(index) : null })),
    pageParams: pages.map(() => undefined),
  })

test('posts above the list are new, and posts missing from its top are removed', () => {
  expect(compareWithNewest({ items: ['f', 'e', 'c'], next: 'x' }, ['e', 'd', 'c', 'b'])).toEqual({
    newIds: ['f'],
    removedIds: ['d'],
    hasGap: false,
  })
})

test('a page without overlap leaves a gap, and removes nothing', () => {
  expect(compareWithNewest({ items: ['f', 'e'], next: 'x' }, ['b', 'a'])).toEqual({
    newIds: ['f', 'e'],
    removedIds: [],
    hasGap: true,
  })
})

test('a page that is the whole list finds every removed post', () => {
  expect(compareWithNewest({ items: ['c'], next: null }, ['c', 'b', 'a']).removedIds).toEqual(['b', 'a'])
})

test('the newest page is merged on top, without duplicates or removed posts', () => {
  cachePages(['e', 'd', 'c'], ['b', 'a'])
  mergeNewest(feed, newest(['f', 'e', 'c', 'b']), ['e', 'd', 'c', 'b', 'a'])
  expect(loadedIds(feed)).toEqual(['f', 'e', 'c', 'b', 'a'])
})

test('a post published while the page was loading stays above it', () => {
  cachePages(['c', 'b'])
  putOnTop({ id: 'd', authorId: 'me' })
  mergeNewest(feed, newest(['c', 'b']), ['c', 'b'])
  expect(loadedIds(feed)).toEqual(['d', 'c', 'b'])
})

test('over a gap, the newest page replaces the list', () => {
  cachePages(['b', 'a'])
  mergeNewest(feed, newest(['z', 'y']), ['b', 'a'])
  expect(loadedIds(feed)).toEqual(['z', 'y'])
})

test("the current user's new post is put on top of loaded lists only", () => {
  cachePages(['b', 'a'])
  putOnTop({ id: 'c', authorId: 'me' })
  putOnTop({ id: 'c', authorId: 'me' })
  expect(loadedIds(feed)).toEqual(['c', 'b', 'a'])
  expect(loadedIds({ kind: 'circle' })).toBeUndefined()
})

test('a deleted post is removed from every list', () => {
  cachePages(['c', 'b'], ['a'])
  removeFromLists('a')
  removeFromLists('c')
  expect(loadedIds(feed)).toEqual(['b'])
})
