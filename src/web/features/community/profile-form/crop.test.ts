import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_ZOOM, INITIAL_CROP, moveCrop, cropSquare, zoomCrop } from './crop.ts'

const wide = { width: 400, height: 200 }

test('the initial crop is the largest centred square', () => {
  expect(cropSquare(INITIAL_CROP, wide)).toEqual({ left: 100, top: 0, side: 200 })
  expect(cropSquare(INITIAL_CROP, { width: 30, height: 90 })).toEqual({ left: 0, top: 30, side: 30 })
})

test('the crop moves by fractions of its side, limited by the edges', () => {
  expect(cropSquare(moveCrop(INITIAL_CROP, wide, 0.25, 0.25), wide)).toEqual({ left: 150, top: 0, side: 200 })
  expect(cropSquare(moveCrop(INITIAL_CROP, wide, 5, 0), wide)).toEqual({ left: 200, top: 0, side: 200 })
  expect(cropSquare(moveCrop(INITIAL_CROP, wide, -5, 0), wide).left).toBe(0)
})

test('zoom keeps the centre of the crop, and keeps it inside the image', () => {
  const small = zoomCrop(INITIAL_CROP, wide, 2)
  expect(cropSquare(small, wide)).toEqual({ left: 150, top: 50, side: 100 })
  const corner = moveCrop(small, wide, 5, 5)
  expect(cropSquare(corner, wide)).toEqual({ left: 300, top: 100, side: 100 })
  expect(cropSquare(zoomCrop(corner, wide, 0.1), wide)).toEqual({ left: 200, top: 0, side: 200 })
  expect(zoomCrop(INITIAL_CROP, wide, 99).zoom).toBe(MAX_ZOOM)
})

test('the square stays inside the image after any sequence of moves and zooms', () => {
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
    fc.property(size, fc.array(step, { maxLength: 20 }), (imageSize, steps) => {
      let crop = INITIAL_CROP
      for (const [right, down, zoom] of steps)
        crop = zoomCrop(moveCrop(crop, imageSize, right, down), imageSize, zoom)
      const { left, top, side } = cropSquare(crop, imageSize)
      const tolerance = 1e-6 * Math.max(imageSize.width, imageSize.height)
      expect(side).toBeGreaterThan(0)
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(-tolerance)
      expect(left + side).toBeLessThanOrEqual(imageSize.width + tolerance)
      expect(top + side).toBeLessThanOrEqual(imageSize.height + tolerance)
    }),
  )
})
