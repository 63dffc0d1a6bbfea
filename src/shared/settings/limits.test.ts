import { afterEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { maxLength, requiredLine, text } from '#shared/fields.ts'
import { applyLimits, limit } from './limits.ts'

afterEach(() => applyLimits({}))

const bio = text('bio')
const tags = z.array(requiredLine('tagLength')).check(maxLength('tags'))

test('a length check uses the current limit', () => {
  expect(bio.safeParse('x'.repeat(1000)).success).toBe(true)
  expect(bio.safeParse('x'.repeat(1001)).success).toBe(false)
  applyLimits({ bio: 3 })
  expect(limit('bio')).toBe(3)
  expect(bio.safeParse('xyz').success).toBe(true)
  expect(bio.safeParse('wxyz').success).toBe(false)
  applyLimits({})
  expect(bio.safeParse('wxyz').success).toBe(true)
})

test('a limit counts code points, not UTF-16 units', () => {
  applyLimits({ bio: 3 })
  expect(bio.safeParse('👩🏾🎤').success).toBe(true)
  expect(bio.safeParse('👩🏾🎤!').success).toBe(false)
})

test('the error of a far too long text names the limit as well', () => {
  applyLimits({ bio: 3 })
  expect(bio.safeParse('x'.repeat(100)).error?.issues).toMatchObject([{ code: 'too_big', maximum: 3 }])
})

test('the number of items in a list is limited', () => {
  applyLimits({ tags: 2 })
  expect(tags.safeParse(['music', 'dance']).success).toBe(true)
  expect(tags.safeParse(['music', 'dance', 'film']).error?.issues).toMatchObject([
    { code: 'too_big', origin: 'array', maximum: 2 },
  ])
})
