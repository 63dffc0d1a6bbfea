import { useState } from 'react'
import { lineLength } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { TIP_PRESETS } from '#shared/money/tips.ts'
import { useSite } from '#web/api/site.ts'
import {
  type AmountCheck,
  type AmountLimits,
  checkAmount,
} from '#web/features/money/shared/payments/check-amount.ts'

/** `preset` in dollars. */
type TipValues = { preset: number | null; custom: string; message: string }

const EMPTY: TipValues = { preset: null, custom: '', message: '' }

/** The input of the dialog. A preset and a custom amount exclude each other. */
export function useTipForm() {
  const [values, setValues] = useState(EMPTY)
  const limits = useTipLimits()
  const { preset, custom, message } = values
  const amount: AmountCheck =
    preset === null ? checkAmount(custom, limits) : { kind: 'payable', cents: preset * 100 }
  const messageLength = lineLength(message)
  return {
    ...values,
    limits,
    amount,
    messageLength,
    isMessageTooLong: messageLength > limit('tipMessage'),
    /** Amounts that this site allows, in dollars. */
    presets: TIP_PRESETS.filter(({ amount: dollars }) => isWithin(dollars * 100, limits)),
    selectPreset: (dollars: number) => setValues({ ...values, preset: dollars, custom: '' }),
    typeAmount: (text: string) => setValues({ ...values, preset: null, custom: text }),
    typeMessage: (text: string) => setValues({ ...values, message: text }),
    reset: () => setValues(EMPTY),
  }
}

export type TipForm = ReturnType<typeof useTipForm>

function useTipLimits(): AmountLimits {
  const site = useSite()
  return { min: toCents(site['payments.minTip']), max: toCents(site['payments.maxTip']) }
}

const toCents = (dollars: number) => Math.round(dollars * 100)
const isWithin = (cents: number, { min, max }: AmountLimits) => cents >= min && cents <= max
