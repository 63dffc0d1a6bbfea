import { unsubscribe } from '#shared/notifications/digests.ts'
import type { Feature } from '#server/feature.ts'
import { updateStoredPreferences } from '#server/features/accounts/preferences/queries.ts'
import { notFound } from '#server/http/errors.ts'
import { navigation } from '#server/http/navigation.ts'
import { route } from '#server/http/route.ts'
import type { UnsubscribeTokens } from '#server/mail/unsubscribe-tokens.ts'

/** The one-click end of digests. */
export const digests = (unsubscribeTokens: UnsubscribeTokens): Feature => ({
  name: 'digests',
  async register(app, { db }) {
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
  },
})
