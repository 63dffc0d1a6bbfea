import * as z from 'zod/mini'
import { LIMITS } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { coarseMaxLength } from '#shared/fields.ts'

/** ISO 3166-1 alpha-2. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO ' +
  'JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR ' +
  'MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO ' +
  'RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV ' +
  'TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
export const COUNTRY_CODES: readonly string[] = COUNTRIES.split(' ')

const email = z
  .string()
  .check(coarseMaxLength(LIMITS.email), z.trim(), z.toLowerCase(), z.email(), z.maxLength(LIMITS.email))
const country = z.string().check(
  z.toUpperCase(),
  z.refine((code) => COUNTRY_CODES.includes(code)),
)

const payout = z.object({ payoutEmail: z.nullable(z.string()), payoutCountry: z.nullable(z.string()) })
export type Payout = z.output<typeof payout>
const payoutState = z.extend(payout, {
  /** Whether the payment provider pays to accounts of this country; null without a country, and while payments are off. */
  canReceive: z.nullable(z.boolean()),
  /** Whether the site takes payments. */
  hasPayments: z.boolean(),
  /** No money moves. */
  isSandbox: z.boolean(),
})
export type PayoutState = z.output<typeof payoutState>

/** The address of the current user's account at the payment provider, to which tips are paid. Nobody else reads it. */
export const getPayout = endpoint({
  method: 'GET',
  path: '/api/creator/payout',
  access: 'member',
  response: payoutState,
})

/** Absent fields stay unchanged; null removes one. */
export const updatePayout = endpoint({
  method: 'PUT',
  path: '/api/creator/payout',
  access: 'member',
  rate: 'payoutChanges',
  body: z.exactPartial(z.object({ payoutEmail: z.nullable(email), payoutCountry: z.nullable(country) })),
  response: payoutState,
})

/** Values of the form; an empty one removes the field. */
export const payoutForm = z.object({
  payoutEmail: z.union([z.literal(''), email]),
  payoutCountry: z.string(),
})
