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

test('a face is read by its name, a live one says so, and one beside its name is silent', () => {
  show({})
  expect(screen.getByRole('img', { name: 'First Last' })).toBeDefined()
  show({ live: true })
  expect(screen.getByRole('img', { name: 'First Last, live now' })).toBeDefined()
  const { container } = show({ decorative: true })
  expect(container.querySelector('[role="img"]')).toBeNull()
})

test('a picture that cannot be loaded gives way to the initials', () => {
  const { container } = show({ src: '/gone.jpg' })
  expect(screen.queryByText('FL')).toBeNull()
  const picture = container.querySelector('img')
  if (picture) fireEvent.error(picture)
  expect(screen.getByText('FL')).toBeDefined()
})

test('a small face takes the small picture, a large one the large one', () => {
  const addressOf = (size: number) =>
    show({ src: '/files/face.webp', size }).container.querySelector('img')?.getAttribute('src')
  expect(addressOf(60)).toBe('/files/face-small.webp')
  expect(addressOf(92)).toBe('/files/face.webp')
})

test('a new picture is tried after a broken one', () => {
  const { container, rerender } = show({ src: '/gone.jpg' })
  const picture = container.querySelector('img')
  if (picture) fireEvent.error(picture)
  rerender(
    <I18nTestProvider>
      <Avatar seed="0192" name="First Last" src="/new.jpg" />
    </I18nTestProvider>,
  )
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/new.jpg')
})
