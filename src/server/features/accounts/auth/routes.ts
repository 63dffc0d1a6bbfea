import { firstAdminService } from '#server/features/accounts/auth/first-admin.ts'
import { sessionCacheService } from '#server/features/accounts/auth/session-cache.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getCurrentUser, register, returnTo, signIn } from '#shared/accounts/auth.ts'
import type { Config } from '#server/config.ts'
import type { Context, Mount } from '#server/feature.ts'
import { presentOwnUser } from '#server/features/accounts/users/present-user.ts'
import { namesOf, refuseSiteWords } from '#server/features/accounts/watched-words/refuse-words.ts'
import { unauthorized } from '#server/http/errors.ts'
import { navigation } from '#server/http/navigation.ts'
import { addressKey } from '#server/http/rates/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { languagesOf } from '#server/http/translations.ts'
import { isFromThisMachine } from '#server/http/local-request.ts'
import { LinkTokens } from '#server/mail/link-tokens.ts'
import { findKnownDevice, rememberDevice } from './known-device.ts'
import { setHashMemory } from './passwords.ts'
import { registerUser } from './register-user.ts'
import type { SessionCache } from './session-cache.ts'
import { signInUser } from './sign-in.ts'
import { closeRevokedConnections } from './close-revoked-connections.ts'

export const mountAuth: Mount = (app, context) => {
  const sessionCache = context.service(sessionCacheService)
  setHashMemory(context.config.passwordHashKib)
  mountRegister(app, context)
  mountSignIn(app, context)
  mountCurrentUser(app, sessionCache)
  mountNavigations(app)
  return closeRevokedConnections(context, sessionCache)
}

function mountRegister(
  app: FastifyInstance,
  { db, config, limits, secrets, service, settings }: Context,
): void {
  const firstAdmin = service(firstAdminService)
  const linkTokens = new LinkTokens(secrets.session)
  route(app, register, async ({ body, request, reply }) => {
    refuseSiteWords(settings, namesOf(body))
    const user = await registerUser(db, body, {
      signUp: settings.get('general.signUp'),
      ipAddress: addressKey(request.ip),
      isLocal: isFromThisMachine(request, config.publicUrl),
      firstAdmin,
      verification: config.mail && { limits, linkTokens, languages: languagesOf(request) },
    })
    if (user.isActive) {
      await reply.beginSession(user.id)
      rememberDevice(request, reply, { email: user.email, secure: usesHttps(config) })
    }
    return presentOwnUser(user)
  })
}

function mountSignIn(app: FastifyInstance, { db, limits, config }: Context): void {
  route(app, signIn, async ({ body, request, reply }) => {
    const origin = {
      ipAddress: addressKey(request.ip),
      device: findKnownDevice(request, body.email),
      userAgent: request.headers['user-agent'] ?? null,
      languages: languagesOf(request),
    }
    const { user, passwordHash } = await signInUser({ config, db, limits }, body, origin)
    await reply.beginSession(user.id, passwordHash)
    rememberDevice(request, reply, { email: user.email, secure: usesHttps(config) })
    return presentOwnUser(user)
  })
}

function mountCurrentUser(app: FastifyInstance, sessionCache: SessionCache): void {
  route(app, getCurrentUser, async ({ user }) => {
    const row = await sessionCache.findUserWithCounts(user.id)
    if (!row) throw unauthorized()
    return presentOwnUser(row)
  })
}

function mountNavigations(app: FastifyInstance): void {
  navigation(app, '/api/login', async (request, reply) => {
    const target = returnTo.safeParse(queryParameter(request, 'returnTo'))
    const parameters = [
      ...(queryParameter(request, 'tab') === 'create' ? ['tab=create'] : []),
      ...(target.success ? [`returnTo=${encodeURIComponent(target.data)}`] : []),
    ]
    return reply.redirect(parameters.length > 0 ? `/auth/login?${parameters.join('&')}` : '/auth/login')
  })
  // A GET, as browsers navigate to it; an image, a script or a prefetch must not sign a user out.
  navigation(app, '/api/logout', async (request, reply) => {
    const { 'sec-fetch-dest': destination, 'sec-purpose': prefetch } = request.headers
    if ((destination !== undefined && destination !== 'document') || prefetch !== undefined)
      return reply.code(204).send()
    await reply.endSession()
    return reply.redirect('/')
  })
}

const usesHttps = ({ publicUrl }: Config) => publicUrl.protocol === 'https:'

function queryParameter(request: FastifyRequest, name: string): unknown {
  // Boundary: Fastify parses every query string into an object.
  return (request.query as Record<string, unknown>)[name]
}
