import { v5 } from 'uuid'
import { expect, test } from 'vitest'
import { avatarArt } from './avatar-art.ts'
import { FAMILIES } from './color-families.ts'
import { familyOf } from './family-of.ts'
import { generatePattern } from './generate-pattern.ts'

const options = {
  length: 640,
  strip: 46,
  count: 2,
  pulse: 24,
  seed: 'cloth',
  family: 'indigo',
  run: 'across',
} as const

/** The rectangles of a path: x, y, width, height. */
const rectangles = (d: string) =>
  [...d.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-[\d.]+z/g)].map((match) => match.slice(1).map(Number))

test('a pattern is determined by its seed', () => {
  expect(generatePattern(options)).toEqual(generatePattern({ ...options }))
  expect(generatePattern({ ...options, seed: 'other' })).not.toEqual(generatePattern(options))
})

// The sizes of a thumbnail and of a profile's cover.
test.each([
  { run: 'down', length: 200, strip: 72, count: 5, pulse: 16 },
  { run: 'across', length: 1040, strip: 48, count: 3, pulse: 30 },
] as const)('a thousand ids have different patterns of $count strips', (size) => {
  const ids = Array.from({ length: 1000 }, (_, index) => v5(String(index), v5.URL))
  const cloths = ids.map((seed) => JSON.stringify(generatePattern({ ...size, seed, family: familyOf(seed) })))
  expect(new Set(cloths).size).toBeGreaterThanOrEqual(990)
})

test('a pattern consists of rectangles inside its box', () => {
  for (const { d } of generatePattern(options)) {
    expect(rectangles(d).length).toBe(d.split('z').length - 1)
    for (const [x = 0, y = 0, width = 0, height = 0] of rectangles(d)) {
      expect(x + width).toBeLessThanOrEqual(640.1)
      expect(y + height).toBeLessThanOrEqual(90.6)
    }
  }
})

test('strips that run down are the transposed strips that run across', () => {
  const across = generatePattern(options).map(({ d }) => rectangles(d))
  const down = generatePattern({ ...options, run: 'down' }).map(({ d }) => rectangles(d))
  expect(down).toEqual(across.map((path) => path.map(([x, y, w, h]) => [y, x, h, w])))
})

test('each colour is one path in a thread colour of the tokens', () => {
  for (const family of ['indigo', 'sorrel', 'marigold', 'palm', 'clay', 'jacaranda', 'hero'] as const) {
    for (const { fill } of generatePattern({ ...options, family, count: 8 }))
      expect(fill).toMatch(/^var\(--t-[a-z]+\)$/)
  }
})

test('a seed determines its family, which is never that of the landing page or of an offline stream', () => {
  const families = new Set(Array.from({ length: 200 }, (_, index) => familyOf(`member-${index}`)))
  expect(familyOf('member-1')).toBe(familyOf('member-1'))
  expect(families.size).toBe(6)
  for (const family of families) expect(Object.keys(FAMILIES)).toContain(family)
  expect(families.has('hero') || families.has('offline') || families.has('promo')).toBe(false)
})

test('an avatar is determined by its seed and stays in its box', () => {
  expect(avatarArt('a')).toEqual(avatarArt('a'))
  const avatars = Array.from({ length: 100 }, (_, index) => avatarArt(`member-${index}`))
  expect(new Set(avatars.map(({ ground }) => ground)).size).toBe(6)
  for (const { d } of avatars)
    for (const [, x = '', y = '', width = '', height = ''] of d.matchAll(
      /M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)H/g,
    )) {
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(40)
      expect(Number(y) + Number(height)).toBeLessThanOrEqual(40)
    }
})
