import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { useAxes } from './axis.ts'

const axes = () => renderHook(() => useAxes(), { wrapper: I18nTestProvider }).result.current

test.each([
  ['seconds', 45, '45s'],
  ['seconds', 120, '2m'],
  ['seconds', 3600, '60m'],
  ['seconds', 7200, '2h'],
  ['seconds', 4_500_000, '1.3Kh'],
  ['cents', 50, '$0.50'],
  ['cents', 2500, '$25'],
  ['count', 1, '1'],
  ['count', 12_400, '12.4K'],
] as const)('the unit of an axis fits its highest figure: %s up to %d', (kind, highest, text) => {
  const { toAxis, format } = axes()[kind](highest)
  expect(format(toAxis(highest))).toBe(text)
})
