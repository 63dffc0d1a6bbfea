/**
 * Countries whose PayPal accounts can receive payments and withdraw them: those that PayPal's page 'Countries and supported
 * features' (developer.paypal.com/payouts/supported-features, 30 June 2026; before that
 * developer.paypal.com/docs/payouts/standard/reference/country-feature) lists as receiving and withdrawing, not as 'send
 * only', which most of Africa is. Checked on 23 November 2026, by a public transcription of the page for most rows.
 */
const BY_PAYOUTS_PAGE = `AD AE AR AT AU BE BG BH BM BR BS BW CA CH CL CN CO CR CY CZ DE DK DO EC EE ES FI FO FR GB GE GI GL GR
  GT HK HN HR HU ID IE IL IN IS IT JM JO JP KE KW KY KZ LI LS LT LU LV MA MC MD MT MU MX MY MZ NI NL NO NZ OM PA PE PH PL PT QA
  RE RO RS SA SE SG SI SK SM SN SV TR US UY VE VN ZA`

/**
 * Missing from that page, which is about one product, but receiving by PayPal's country overview
 * (paypal.com/webapps/mpp/country-worldwide), as reported in June 2023.
 */
const BY_COUNTRY_OVERVIEW = 'DZ EG MW SC'

/**
 * When in doubt a country is left out: a payment to an account that cannot receive stays unclaimed and goes back to the payer
 * after a month. Nigeria is left out: since 27 January 2026 accounts there receive where they are linked to a wallet of Paga
 * (announced by both companies), which cannot be seen from outside.
 */
const RECEIVING_COUNTRIES: ReadonlySet<string> = new Set(
  `${BY_PAYOUTS_PAGE} ${BY_COUNTRY_OVERVIEW}`.split(/\s+/),
)

/** Whether a PayPal account of a country (ISO 3166-1 alpha-2, any case) can receive payments. */
export const canReceive = (countryCode: string): boolean => RECEIVING_COUNTRIES.has(countryCode.toUpperCase())
