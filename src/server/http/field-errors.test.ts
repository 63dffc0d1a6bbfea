import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { maxLength, requiredLine } from '#shared/fields.ts'
import { toFieldErrors } from './field-errors.ts'

const profile = z.object({ tags: z.array(requiredLine(5)).check(maxLength(2)) })

test.each([
  [['music', 'dance', 'film'], 'tags', { key: 'fields.tooMany', values: { max: 2 } }],
  [['music', 'photography'], 'tags.1', { key: 'fields.tooLong', values: { max: 5 } }],
  [['music', ' '], 'tags.1', { key: 'fields.required' }],
])('the errors of %j have path and reason', (tags, path, problem) => {
  const result = profile.safeParse({ tags }, { reportInput: true })
  expect(toFieldErrors(result.error?.issues ?? [])).toEqual([{ path, ...problem }])
})

test('of thousands of invalid fields only the first are returned', () => {
  const names = z.record(z.string(), z.string())
  const input = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index]))
  const issues = names.safeParse(input, { reportInput: true }).error?.issues ?? []
  expect(issues).toHaveLength(5000)
  expect(toFieldErrors(issues).map(({ path }) => path)).toEqual(
    Array.from({ length: 20 }, (_, index) => `field${index}`),
  )
})

test('unrecognized keys are returned, the first of them', () => {
  const input = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, index]))
  const schema = z.object({ inner: z.strictObject({}) })
  expect(toFieldErrors(schema.safeParse({ inner: { second: 60 } }).error?.issues ?? [])).toEqual([
    { path: 'inner.second', key: 'fields.wrong' },
  ])
  expect(toFieldErrors(schema.safeParse({ inner: input }).error?.issues ?? [])).toHaveLength(20)
})
