import { randomInt } from 'node:crypto'

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Returns an id in PayPal's form. */
export const simulatedId = (prefix = '', length = 17): string =>
  prefix + Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('')

/** The account of the API's caller, which is paid where an order names no payee. */
export const PLATFORM_EMAIL = 'platform@example.org'
