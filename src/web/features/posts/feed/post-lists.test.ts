import { afterEach, expect, test } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { changesOf, dropFromLists, listKey, loadedIds, mergeNewest, putOnTop } from './post-lists.ts'

const feed = { kind: 'feed' } as const

afterEach(() => {
  queryClient.clear()
})

const know = (...pages: string[][]) =>
  queryClient.setQueryData(listKey(feed), {
    pages: pages.map((items, index) => ({ items, next: index < pages.length - 1 ? String(index) : null })),
    pageParams: pages.map(() => undefined),
  })

test('what is above the list is fresh, and what is missing from its top is gone', () => {
  expect(changesOf({ items: ['f', 'e', 'c'], next: 'x' }, ['e', 'd', 'c', 'b'])).toEqual({
    fresh: ['f'],
    gone: ['d'],
    hasGap: false,
  })
})

test('a page that does not reach down to the list leaves a gap, and says nothing of what is gone', () => {
  expect(changesOf({ items: ['f', 'e'], next: 'x' }, ['b', 'a'])).toEqual({
    fresh: ['f', 'e'],
    gone: [],
    hasGap: true,
  })
})

test('a page that is the whole list says what is gone from all of it', () => {
  expect(changesOf({ items: ['c'], next: null }, ['c', 'b', 'a']).gone).toEqual(['b', 'a'])
})

test('the newest page goes on top, once, without what is gone', () => {
  know(['e', 'd', 'c'], ['b', 'a'])
  mergeNewest(feed, { items: ['f', 'e', 'c', 'b'], next: 'x' }, ['e', 'd', 'c', 'b', 'a'])
  expect(loadedIds(feed)).toEqual(['f', 'e', 'c', 'b', 'a'])
})

test('what was posted while the page was on its way stays above it', () => {
  know(['c', 'b'])
  putOnTop({ id: 'd', authorId: 'me' })
  mergeNewest(feed, { items: ['c', 'b'], next: 'x' }, ['c', 'b'])
  expect(loadedIds(feed)).toEqual(['d', 'c', 'b'])
})

test('over a gap, the newest page takes the place of the list', () => {
  know(['b', 'a'])
  mergeNewest(feed, { items: ['z', 'y'], next: 'x' }, ['b', 'a'])
  expect(loadedIds(feed)).toEqual(['z', 'y'])
})

test('an own post goes on top of the feed, the circle and the own list, where they are loaded', () => {
  know(['b', 'a'])
  putOnTop({ id: 'c', authorId: 'me' })
  putOnTop({ id: 'c', authorId: 'me' })
  expect(loadedIds(feed)).toEqual(['c', 'b', 'a'])
  expect(loadedIds({ kind: 'circle' })).toBeUndefined()
})

test('a deleted post leaves every list', () => {
  know(['c', 'b'], ['a'])
  dropFromLists('a')
  dropFromLists('c')
  expect(loadedIds(feed)).toEqual(['b'])
})
