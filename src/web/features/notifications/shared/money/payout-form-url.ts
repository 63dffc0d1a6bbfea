/** The hash of an address that leads to the payout form. */
export const PAYOUT_HASH = '#payout'
export const PAYOUT_FORM_URL = `/creator/profile${PAYOUT_HASH}`
