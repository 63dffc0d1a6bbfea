import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { maxLength, requiredLine } from '#shared/fields.ts'
import { toFieldErrors } from './field-errors.ts'

const profile = z.object({ tags: z.array(requiredLine(5)).check(maxLength(2)) })

test.each([
  [['music', 'dance', 'film'], 'tags', { key: 'fields.tooMany', values: { max: 2 } }],
  [['music', 'photography'], 'tags.1', { key: 'fields.tooLong', values: { max: 5 } }],
  [['music', ' '], 'tags.1', { key: 'fields.required' }],
])('%j is told where it does not fit, and why', (tags, path, problem) => {
  const result = profile.safeParse({ tags }, { reportInput: true })
  expect(toFieldErrors(result.error?.issues ?? [])).toEqual([{ path, ...problem }])
})

test('of thousands of fields that do not fit the first are told', () => {
  const names = z.record(z.string(), z.string())
  const given = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index]))
  const issues = names.safeParse(given, { reportInput: true }).error?.issues ?? []
  expect(issues).toHaveLength(5000)
  expect(toFieldErrors(issues).map(({ path }) => path)).toEqual(
    Array.from({ length: 20 }, (_, index) => `field${index}`),
  )
})

test('keys that have no place there are named, the first of them', () => {
  const given = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index]))
  const asked = z.object({ inner: z.strictObject({}) })
  expect(toFieldErrors(asked.safeParse({ inner: { second: 60 } }).error?.issues ?? [])).toEqual([
    { path: 'inner.second', key: 'fields.wrong' },
  ])
  expect(toFieldErrors(asked.safeParse({ inner: given }).error?.issues ?? [])).toHaveLength(20)
})
