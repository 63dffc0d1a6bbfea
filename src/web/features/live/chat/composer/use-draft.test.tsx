import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useDraft } from './use-draft.ts'

test('inserted text is part of the draft at once: Enter may follow before the next render', () => {
  const { result } = renderHook(() => useDraft())
  const input = document.createElement('input')
  result.current.field.current = input
  input.value = 'Bravo '
  input.setSelectionRange(6, 6)
  result.current.draft.insert('🙌🏾')
  expect(result.current.draft.text).toBe('Bravo 🙌🏾')
})
