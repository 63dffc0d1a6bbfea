import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import type { TextByField } from '#server/features/accounts/watched-words/refuse-words.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError } from '#server/http/errors.ts'
import { findRegistrationTime } from './queries.ts'

type Dependencies = Pick<Context, 'limits' | 'settings'> & { db: Executor }

const HOUR_MS = 60 * 60 * 1000

/** Matches URLs, which pages show as links, and host names with `www.`, which readers type into their browsers. */
const LINK = /https?:\/\/[^\s<>"'`]|\bwww\.[\p{L}\p{N}]/iu

/**
 * Throws 422 `new_account` at the first field with a link, if the site does not let new accounts write links. Roles above `user` have no
 * such limits. Reads nothing while the site does not limit new accounts, which it does not at first.
 */
export async function refuseLinksOfNewAccount(
  dependencies: Dependencies,
  user: Caller,
  texts: TextByField,
): Promise<void> {
  const refusal = await findLinkRefusal(dependencies, user, texts)
  if (refusal) throw refusal
}

/** Returns the error of `refuseLinksOfNewAccount` instead of throwing it. */
export async function findLinkRefusal(
  dependencies: Dependencies,
  user: Caller,
  texts: TextByField,
): Promise<HttpError | null> {
  if (dependencies.settings.get('community.newAccountLinks')) return null
  const linked = Object.entries(texts).find(([, text]) => [text ?? []].flat().some((each) => LINK.test(each)))
  if (!linked) return null
  const hours = await hoursLeftAsNewAccount(dependencies, user)
  if (hours === 0) return null
  const message = { key: 'errors.newAccountLink', values: { count: hours } } as const
  return new HttpError(422, 'new_account', message.key, {
    values: message.values,
    fields: [{ path: linked[0], ...message }],
  })
}

/**
 * Counts a post or comment of a new account; throws 429 `new_account` beyond what it may write in an hour. Roles above `user` have no such
 * limit.
 */
export async function countPostOfNewAccount(dependencies: Dependencies, user: Caller): Promise<void> {
  const { limits, settings } = dependencies
  const hours = await hoursLeftAsNewAccount(dependencies, user)
  if (hours === 0) return
  const max = settings.get('community.newAccountPostsPerHour')
  const rate = { name: 'newAccountPosts', points: max, seconds: HOUR_MS / 1000 }
  try {
    await limits.consume(rate, user.id)
  } catch (error) {
    if (!(error instanceof HttpError) || error.retryAfter === undefined) throw error
    throw new HttpError(429, 'new_account', 'errors.newAccountPosts', {
      values: { max, count: hours },
      retryAfter: error.retryAfter,
    })
  }
}

/** Returns for how many hours the user still has a new account; 0 for everyone else. */
async function hoursLeftAsNewAccount({ db, settings }: Dependencies, user: Caller): Promise<number> {
  const hours = settings.get('community.newAccountHours')
  if (hours === 0 || user.role !== 'user') return 0
  const start = await findRegistrationTime(db, user.id)
  const leftMs = start ? start.getTime() + hours * HOUR_MS - Date.now() : 0
  return Math.max(0, Math.ceil(leftMs / HOUR_MS))
}
