import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ZOOM, MIDDLE, moved, squareOf, zoomed } from './crop.ts'

const wide = { width: 400, height: 200 }

test('at first it is the largest square in the middle', () => {
  expect(squareOf(MIDDLE, wide)).toEqual({ left: 100, top: 0, side: 200 })
  expect(squareOf(MIDDLE, { width: 30, height: 90 })).toEqual({ left: 0, top: 30, side: 30 })
})

test('it moves by parts of its side, to the edge and no further', () => {
  expect(squareOf(moved(MIDDLE, wide, 0.25, 0.25), wide)).toEqual({ left: 150, top: 0, side: 200 })
  expect(squareOf(moved(MIDDLE, wide, 5, 0), wide)).toEqual({ left: 200, top: 0, side: 200 })
  expect(squareOf(moved(MIDDLE, wide, -5, 0), wide).left).toBe(0)
})

test('it becomes smaller around its centre, and larger without leaving the picture', () => {
  const small = zoomed(MIDDLE, wide, 2)
  expect(squareOf(small, wide)).toEqual({ left: 150, top: 50, side: 100 })
  const corner = moved(small, wide, 5, 5)
  expect(squareOf(corner, wide)).toEqual({ left: 300, top: 100, side: 100 })
  expect(squareOf(zoomed(corner, wide, 0.1), wide)).toEqual({ left: 200, top: 0, side: 200 })
  expect(zoomed(MIDDLE, wide, 99).zoom).toBe(MAX_ZOOM)
})

test('whatever is done, the square stays inside the picture', () => {
  const size = fc.record({
    width: fc.integer({ min: 1, max: 9000 }),
    height: fc.integer({ min: 1, max: 9000 }),
  })
  const step = fc.tuple(
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.double({ min: 0, max: 9, noNaN: true }),
  )
  fc.assert(
    fc.property(size, fc.array(step, { maxLength: 20 }), (picture, steps) => {
      let crop = MIDDLE
      for (const [right, down, zoom] of steps) crop = zoomed(moved(crop, picture, right, down), picture, zoom)
      const { left, top, side } = squareOf(crop, picture)
      const slack = 1e-6 * Math.max(picture.width, picture.height)
      expect(side).toBeGreaterThan(0)
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-slack)
      expect(left + side).toBeLessThanOrEqual(picture.width + slack)
      expect(top + side).toBeLessThanOrEqual(picture.height + slack)
    }),
  )
})
