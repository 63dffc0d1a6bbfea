import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const COOKIE = 'device'
/** The longest lifetime of a cookie that browsers accept. */
const LIFETIME_SECONDS = 400 * 24 * 60 * 60
/** Accounts remembered per browser, enough for a family. The least recent sign-in is dropped first. */
const MAX_ACCOUNTS = 8

type Device = { id: string; accounts: readonly string[] }

/**
 * Returns the id of a browser in which this account has signed in before, otherwise null: OWASP's "device cookie". The
 * cookie is signed and contains an id and a hash per account. It does not authenticate, outlives the session, and is
 * sent to `/api/auth` only.
 */
export function findKnownDevice(request: FastifyRequest, email: string): string | null {
  const device = readDevice(request)
  return device?.accounts.includes(hashAccount(device.id, email)) ? device.id : null
}

/** Called at each sign-in: adds the account to the browser's device cookie. */
export function rememberDevice(
  request: FastifyRequest,
  reply: FastifyReply,
  { email, secure }: { email: string; secure: boolean },
): void {
  const { id, accounts } = readDevice(request) ?? { id: randomBytes(12).toString('base64url'), accounts: [] }
  const accountHash = hashAccount(id, email)
  const others = accounts.filter((each) => each !== accountHash).slice(0, MAX_ACCOUNTS - 1)
  reply.setCookie(COOKIE, [id, accountHash, ...others].join('.'), {
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

function hashAccount(id: string, email: string): string {
  return createHash('sha256').update(`${id} ${email}`).digest('base64url').slice(0, 16)
}
