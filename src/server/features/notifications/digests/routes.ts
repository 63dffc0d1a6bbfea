import { unsubscribe } from '#shared/notifications/digests.ts'
import type { Mount } from '#server/feature.ts'
import { updateStoredPreferences } from '#server/features/accounts/preferences/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { navigation } from '#server/http/navigation.ts'
import { route } from '#server/http/route.ts'
import { UnsubscribeTokens } from '#server/mail/unsubscribe-tokens.ts'

export const mountDigests: Mount = async (app, { db, secrets }) => {
  const unsubscribeTokens = new UnsubscribeTokens(secrets.session)
  // A mail program without the one-click form opens the address. It must not act: scanners open addresses, too.
  navigation(app, unsubscribe.path, async (_request, reply) => reply.redirect('/preferences'))
  await app.register(async (scope) => {
    // Mail programs send a form (RFC 8058) whose content does not matter.
    const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
    scope.addContentTypeParser(forms, (_request, _payload, done) => done(null))
    route(scope, unsubscribe, async ({ query }) => {
      const userId = unsubscribeTokens.read(query.token)
      const isKnown =
        userId !== null && (await updateStoredPreferences(db, userId, { mail: { digest: 'off' } }))
      if (!isKnown) throw notFound('notFound.mailLink')
      return { digest: 'off' as const }
    })
  })
}
