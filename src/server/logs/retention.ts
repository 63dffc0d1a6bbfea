/** Days after which addresses and browsers are removed, and entries deleted: as the privacy page says. */
export const ADDRESS_DAYS = 30
export const ENTRY_DAYS = 730
