import * as z from 'zod/mini'
import { line } from '#shared/fields.ts'
import { DEFAULT_PUBLIC_SETTINGS, type PublicSettings } from './public-settings.ts'
import type { Setting } from './setting.ts'

/** US dollars: more than nothing, in whole cents. */
const dollars = z.number().check(
  z.minimum(0.01),
  z.maximum(100_000),
  z.refine((amount) => Number(amount.toFixed(2)) === amount),
)

/** Settings of payments that pages show. That the smallest tip is not above the largest is checked when one is stored. */
export const PUBLIC_PAYMENT_SETTINGS = {
  'payments.minTip': tipLimit('payments.minTip'),
  'payments.maxTip': tipLimit('payments.maxTip'),
} satisfies Record<string, Setting>

/** Settings of payments that only the server reads. */
export const PAYMENT_SETTINGS = {
  'payments.creatorProPlan': {
    type: 'string',
    category: 'payments',
    value: line(100).check(z.refine((plan) => /^[\w-]*$/.test(plan))),
    fallback: '',
  },
  'payments.creatorProPrice': { type: 'number', category: 'payments', value: dollars, fallback: 5 },
  'payments.creatorProGraceDays': {
    type: 'number',
    category: 'payments',
    value: z.int().check(z.minimum(0), z.maximum(365)),
    fallback: 7,
  },
} satisfies Record<string, Setting>

function tipLimit(key: keyof PublicSettings & `payments.${string}`) {
  return {
    type: 'number',
    category: 'payments',
    value: dollars,
    fallback: DEFAULT_PUBLIC_SETTINGS[key],
  } satisfies Setting
}
