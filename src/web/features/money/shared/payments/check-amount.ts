import { parseCents } from '#shared/money/money.ts'

/** In cents. */
export type AmountLimits = { min: number; max: number }

/** Whether an amount can be paid: `missing` if nothing was entered, `unreadable` if the text is no amount. */
export type AmountCheck =
  | { kind: 'payable'; cents: number }
  | { kind: 'missing' | 'unreadable' | 'tooSmall' | 'tooLarge' }

/** Checks an amount as typed: also with a comma before the cents, or in the digits of Arabic and Persian. */
export function checkAmount(typed: string, { min, max }: AmountLimits): AmountCheck {
  const text = normalize(typed)
  if (text === '') return { kind: 'missing' }
  if (/^\d{8,}(\.\d*)?$/.test(text)) return { kind: 'tooLarge' }
  const cents = parseCents(text)
  if (cents === null) return { kind: 'unreadable' }
  if (cents < min) return { kind: 'tooSmall' }
  return cents > max ? { kind: 'tooLarge' } : { kind: 'payable', cents }
}

function normalize(typed: string): string {
  return (
    typed
      .trim()
      // The code points of these digits end in their value.
      .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 15))
      .replace(/[,\u066B]/, '.')
      .replace(/^\./, '0.')
      // While the cents are being typed.
      .replace(/\.$/, '')
  )
}
