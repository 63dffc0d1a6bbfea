import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { navigation } from '#web/lib/navigation/navigation.ts'

beforeEach(() => navigation.navigate('/', { replace: true }))

function Page({ isActive }: { isActive: boolean }) {
  const { dialog, release } = useLeaveGuard(isActive, {
    title: 'Leave your broadcast?',
    description: 'Viewers wait.',
    confirm: 'Leave',
  })
  return (
    <>
      {dialog}
      <button type="button" onClick={release}>
        End
      </button>
    </>
  )
}

const show = (isActive: boolean) =>
  render(
    <I18nTestProvider>
      <Page isActive={isActive} />
    </I18nTestProvider>,
  )

const go = () => act(() => navigation.navigate('/discover'))
const path = () => navigation.state.get().location.path
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('an active guard asks for confirmation, and staying changes nothing', () => {
  show(true)
  go()
  expect(screen.getByRole('alertdialog', { name: 'Leave your broadcast?' })).toBeTruthy()
  press('Stay here')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(path()).toBe('/')
})

test('confirming leaves the page', () => {
  show(true)
  go()
  press('Leave')
  expect(path()).toBe('/discover')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a released guard allows the next navigation', () => {
  show(true)
  press('End')
  go()
  expect(path()).toBe('/discover')
})

test('an inactive guard does not ask', () => {
  show(false)
  go()
  expect(path()).toBe('/discover')
})

test('an unmounted page does not guard', () => {
  show(true).unmount()
  go()
  expect(path()).toBe('/discover')
})
