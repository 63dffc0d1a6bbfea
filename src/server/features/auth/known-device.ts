import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'device'
/** The longest that browsers keep a cookie. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60
/** Accounts that one browser is known to: a family's. The one that signed in longest ago is forgotten first. */
const MAX_ACCOUNTS = 8

type Device = { id: string; accounts: readonly string[] }

/**
 * The id of a browser where this account has signed in before, else null: OWASP's "device cookie". The cookie is signed
 * and holds an id and a hash for each account. It signs nobody in, outlives the session, and is sent to `/api/auth` alone.
 */
export function knownDevice(request: FastifyRequest, email: string): string | null {
  const device = readDevice(request)
  return device?.accounts.includes(hashOf(device.id, email)) ? device.id : null
}

/** Called with each sign-in: the browser is known to this account from now on. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { email, secure }: { email: string; secure: boolean },
): void {
  const { id, accounts } = readDevice(request) ?? { id: randomBytes(12).toString('base64url'), accounts: [] }
  const account = hashOf(id, email)
  const others = accounts.filter((each) => each !== account).slice(0, MAX_ACCOUNTS - 1)
  reply.setCookie(COOKIE, [id, account, ...others].join('.'), {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    signed: true,
    maxAge: LIFETIME_SECONDS,
  })
}

function readDevice(request: FastifyRequest): Device | null {
  const signed = request.cookies[COOKIE]
  const value = signed === undefined ? null : request.unsignCookie(signed).value
  const [id, ...accounts] = value?.split('.') ?? []
  return id === undefined ? null : { id, accounts }
}

function hashOf(id: string, email: string): string {
  return createHash('sha256').update(`${id} ${email}`).digest('base64url').slice(0, 16)
}
