import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { CropArea } from './crop-area.tsx'
import { type Crop, INITIAL_CROP, cropSquare, zoomCrop } from './crop.ts'

const size = { width: 400, height: 200 }
let crop = INITIAL_CROP

function Area({ from }: { from: Crop }) {
  const [current, setCurrent] = useState(from)
  const change = (changed: Crop) => {
    crop = changed
    setCurrent(changed)
  }
  return (
    <CropArea crop={current} onChange={change} size={size}>
      <i />
    </CropArea>
  )
}

function show(from = INITIAL_CROP) {
  crop = from
  render(
    <I18nTestProvider>
      <Area from={from} />
    </I18nTestProvider>,
  )
  const area = screen.getByRole('application')
  Object.defineProperty(area, 'clientWidth', { value: 100 })
  area.setPointerCapture = () => {}
  return area
}
const square = () => cropSquare(crop, size)
const point = (pointerId: number, clientX: number, clientY = 0) => ({ pointerId, clientX, clientY })

test('arrow keys move the image, with Shift by more', () => {
  const area = show(zoomCrop(INITIAL_CROP, size, 2))
  fireEvent.keyDown(area, { key: 'ArrowLeft' })
  expect(square().left).toBeCloseTo(152)
  fireEvent.keyDown(area, { key: 'ArrowDown', shiftKey: true })
  expect(square().top).toBeCloseTo(40)
  fireEvent.keyDown(area, { key: 'a' })
  expect(square().left).toBeCloseTo(152)
})

test('the + and - keys and the wheel zoom', () => {
  const area = show()
  fireEvent.keyDown(area, { key: '+' })
  expect(crop.zoom).toBeCloseTo(1.1)
  fireEvent.keyDown(area, { key: '-' })
  expect(crop.zoom).toBeCloseTo(1)
  fireEvent.wheel(area, { deltaY: -3 })
  expect(crop.zoom).toBeCloseTo(1.1)
})

test('the image follows a finger until it is lifted', () => {
  const area = show()
  fireEvent.pointerDown(area, point(1, 50))
  fireEvent.pointerMove(area, point(1, 25))
  expect(square().left).toBeCloseTo(150)
  fireEvent.pointerUp(area, point(1, 25))
  fireEvent.pointerMove(area, point(1, 0))
  expect(square().left).toBeCloseTo(150)
})

test('a pinch zooms', () => {
  const area = show()
  fireEvent.pointerDown(area, point(1, 40))
  fireEvent.pointerDown(area, point(2, 60))
  fireEvent.pointerMove(area, point(2, 80))
  expect(crop.zoom).toBeCloseTo(2)
  fireEvent.pointerCancel(area, point(1, 40))
  fireEvent.pointerMove(area, point(2, 90))
  expect(crop.zoom).toBeCloseTo(2)
})
