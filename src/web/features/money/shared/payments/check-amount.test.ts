import { expect, test } from 'vitest'
import { checkAmount } from './check-amount.ts'

const LIMITS = { min: 100, max: 50_000 }
const check = (typed: string) => checkAmount(typed, LIMITS)

test.each([
  ['1', 100],
  ['1.00', 100],
  ['500', 50_000],
  [' 12.5 ', 1250],
  ['12,50', 1250],
  ['12.', 1200],
  ['٢٥٫٥٠', 2550],
  ['۵', 500],
])('%j is payable', (typed, cents) => {
  expect(check(typed)).toEqual({ kind: 'payable', cents })
})

test.each([
  ['', 'missing'],
  ['  ', 'missing'],
  ['0.99', 'tooSmall'],
  ['.5', 'tooSmall'],
  ['0', 'tooSmall'],
  ['500.01', 'tooLarge'],
  ['99999999999', 'tooLarge'],
  ['0.999', 'unreadable'],
  ['500.001', 'unreadable'],
  ['1,000', 'unreadable'],
  ['1e3', 'unreadable'],
  ['-5', 'unreadable'],
  ['NaN', 'unreadable'],
  ['five', 'unreadable'],
])('%j is %s', (typed, kind) => {
  expect(check(typed)).toEqual({ kind })
})
