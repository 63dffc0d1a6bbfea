/** The section of the creator profile with the payout form. */
export const PAYOUT_FORM_ID = 'payout'
export const PAYOUT_FORM_URL = `/creator/profile#${PAYOUT_FORM_ID}`
