import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getCurrentUser, register, returnTo, signIn } from '#shared/auth.ts'
import type { Config } from '#server/config.ts'
import type { Context, Feature } from '#server/feature.ts'
import { presentOwnUser } from '#server/features/users/present-user.ts'
import { unauthorized } from '#server/http/errors.ts'
import { navigation } from '#server/http/navigation.ts'
import { addressKey } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { isFromThisMachine } from '#server/http/local-request.ts'
import type { FirstAdmin } from './first-admin.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { setHashMemory } from './passwords.ts'
import { deleteExpiredSessions } from './queries.ts'
import { registerUser } from './register-user.ts'
import type { SessionCache } from './session-cache.ts'
import { SignInSlowdown } from './sign-in-slowdown.ts'
import { signInUser } from './sign-in.ts'
import { watchUsers } from './watch-users.ts'

const HOUR = 60 * 60 * 1000

type Shared = { firstAdmin: FirstAdmin; sessionCache: SessionCache }

export const auth = ({ firstAdmin, sessionCache }: Shared): Feature => ({
  name: 'auth',
  register(app, context) {
    setHashMemory(context.config.passwordHashKib)
    mountRegister(app, context, firstAdmin)
    mountSignIn(app, context)
    mountCurrentUser(app, sessionCache)
    mountNavigations(app)
    const timer = setInterval(() => {
      deleteExpiredSessions(context.db).catch((error: unknown) =>
        context.log.warn({ err: error }, 'sessions were not swept'),
      )
    }, HOUR)
    const stopWatching = watchUsers(context, sessionCache)
    return () => {
      clearInterval(timer)
      stopWatching()
    }
  },
})

function mountRegister(app: FastifyInstance, { db, config, settings }: Context, gate: FirstAdmin): void {
  route(app, register, async ({ body, request, reply }) => {
    const user = await registerUser(db, body, {
      isOpen: settings.get('general.signUpOpen'),
      address: addressKey(request.ip),
      fromThisMachine: isFromThisMachine(request, config.publicUrl),
      gate,
    })
    await reply.beginSession(user.id)
    rememberDevice(request, reply, { email: user.email, secure: isSecure(config) })
    return presentOwnUser(user)
  })
}

function mountSignIn(app: FastifyInstance, { db, limits, config }: Context): void {
  const slowdown = new SignInSlowdown()
  route(app, signIn, async ({ body, request, reply }) => {
    const origin = { address: addressKey(request.ip), device: knownDevice(request, body.email) }
    const { user, passwordHash } = await signInUser({ db, limits, slowdown }, body, origin)
    await reply.beginSession(user.id, passwordHash)
    rememberDevice(request, reply, { email: user.email, secure: isSecure(config) })
    return presentOwnUser(user)
  })
}

function mountCurrentUser(app: FastifyInstance, sessionCache: SessionCache): void {
  route(app, getCurrentUser, async ({ user }) => {
    const row = await sessionCache.member(user.id)
    if (!row) throw unauthorized()
    return presentOwnUser(row)
  })
}

function mountNavigations(app: FastifyInstance): void {
  navigation(app, '/api/login', async (request, reply) => {
    const target = returnTo.safeParse(query(request, 'returnTo'))
    const parts = [
      ...(query(request, 'tab') === 'create' ? ['tab=create'] : []),
      ...(target.success ? [`returnTo=${encodeURIComponent(target.data)}`] : []),
    ]
    return reply.redirect(parts.length > 0 ? `/auth/login?${parts.join('&')}` : '/auth/login')
  })
  // A GET, as browsers navigate to it; an image or script on another page must not sign a member out.
  navigation(app, '/api/logout', async (request, reply) => {
    const { 'sec-fetch-dest': destination, 'sec-purpose': guess } = request.headers
    if ((destination !== undefined && destination !== 'document') || guess !== undefined)
      return reply.code(204).send()
    await reply.endSession()
    return reply.redirect('/')
  })
}

const isSecure = ({ publicUrl }: Config) => publicUrl.protocol === 'https:'

function query(request: FastifyRequest, name: string): unknown {
  // Boundary: Fastify parses every query string into an object.
  return (request.query as Record<string, unknown>)[name]
}
