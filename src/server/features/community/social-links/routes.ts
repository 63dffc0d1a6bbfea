import { limit } from '#shared/settings/limits.ts'
import {
  type SocialLink,
  type SocialLinkChange,
  createSocialLink,
  deleteSocialLink,
  listSocialLinks,
  listUserSocialLinks,
  updateSocialLink,
} from '#shared/community/social-links.ts'
import type { Db } from '#server/db/executor.ts'
import type { Mount } from '#server/feature.ts'
import { hasBlockBetween } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { refuseLinksOfNewAccount } from '#server/features/accounts/new-accounts/limit-new-account.ts'
import { isUserActive } from '#server/features/accounts/users/queries.ts'
import { refuseSiteWords } from '#server/features/accounts/watched-words/refuse-words.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, forbidden, notFound } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { assertMayChange } from '#server/http/timed-out.ts'
import { deleteLink, findLink, insertLink, listLinks, lockLinkCount, updateLink } from './queries.ts'
import type { SocialLinkRow } from './schema.ts'

export const mountSocialLinks: Mount = (app, context) => {
  const { db, settings } = context
  route(app, listSocialLinks, async ({ user }) => (await listLinks(db, user.id, 'all')).map(presentLink))

  route(app, listUserSocialLinks, async ({ params, user }) => {
    if (!(await isUserActive(db, params.userId))) throw notFound('notFound.user')
    if (user && (await hasBlockBetween(db, user.id, params.userId))) return []
    return (await listLinks(db, params.userId, 'public')).map(presentLink)
  })

  const check = async ({ url, displayName }: SocialLinkChange, user: Caller, before?: SocialLinkRow) => {
    refuseSiteWords(settings, { url, displayName }, before)
    await refuseLinksOfNewAccount(context, user, { url, displayName })
  }

  route(app, createSocialLink, async ({ body, user }) => {
    await check(body, user)
    const link = await db.transaction(async (tx) => {
      const max = limit('socialLinks')
      if ((await lockLinkCount(tx, user.id)) >= max)
        throw new HttpError(422, 'unprocessable', 'errors.socialLinksFull', { values: { max } })
      return insertLink(tx, { ...body, creatorId: user.id })
    })
    return presentLink(link)
  })

  route(app, updateSocialLink, async ({ params, body, user, request }) => {
    assertMayChange(request, body)
    const before = await getOwnLink(db, params.id, user)
    await check(body, user, before)
    const link = await updateLink(db, before.id, body)
    if (!link) throw notFound('notFound.socialLink')
    return presentLink(link)
  })

  route(app, deleteSocialLink, async ({ params, user }) => {
    const { id } = await getOwnLink(db, params.id, user)
    await deleteLink(db, id)
    return { id }
  })
}

/** Throws 404 for a link that the user may not see, 403 for another user's visible link. */
async function getOwnLink(db: Db, id: string, user: Caller): Promise<SocialLinkRow> {
  const { link, isActive } = (await findLink(db, id)) ?? {}
  if (link?.creatorId === user.id) return link
  throw link?.isPublic && isActive ? forbidden() : notFound('notFound.socialLink')
}

function presentLink(row: SocialLinkRow): SocialLink {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
