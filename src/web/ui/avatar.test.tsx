import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { I18nTestProvider } from '../i18n/test-provider.tsx'
import { Avatar, initials } from './avatar.tsx'

test.each([
  ['First Last', 'FL'],
  ['Only', 'O'],
  ['ẹ̀kọ́ ọ́mọ', 'Ẹ̀Ọ́'],
  ['One Two Three', 'OT'],
  ['a…@example.org', 'A'],
  ['first last@example.org', 'F'],
  ['@folake_a', 'F'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

const show = (props: Partial<Parameters<typeof Avatar>[0]>) =>
  render(
    <I18nTestProvider>
      <Avatar seed="0192" name="First Last" {...props} />
    </I18nTestProvider>,
  )

test('the accessible name is the display name, with "live now" when live; a decorative avatar is hidden', () => {
  show({})
  expect(screen.getByRole('img', { name: 'First Last' })).toBeDefined()
  show({ live: true })
  expect(screen.getByRole('img', { name: 'First Last, live now' })).toBeDefined()
  const { container } = show({ decorative: true })
  expect(container.querySelector('[role="img"]')).toBeNull()
})

test('an image that cannot be loaded is replaced by the initials', () => {
  const { container } = show({ src: '/missing.jpg' })
  expect(screen.queryByText('FL')).toBeNull()
  const image = container.querySelector('img')
  if (image) fireEvent.error(image)
  expect(screen.getByText('FL')).toBeDefined()
})

test('a small avatar loads the small image, a large one the large image', () => {
  const srcAt = (size: number) =>
    show({ src: '/files/face.webp', size }).container.querySelector('img')?.getAttribute('src')
  expect(srcAt(60)).toBe('/files/face-small.webp')
  expect(srcAt(92)).toBe('/files/face.webp')
})

test('a new image is loaded after a broken one', () => {
  const { container, rerender } = show({ src: '/missing.jpg' })
  const image = container.querySelector('img')
  if (image) fireEvent.error(image)
  rerender(
    <I18nTestProvider>
      <Avatar seed="0192" name="First Last" src="/new.jpg" />
    </I18nTestProvider>,
  )
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.jpg')
})
