import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getCurrentUser, register, returnTo, signIn } from '#shared/auth.ts'
import type { Context, Feature } from '#server/feature.ts'
import { presentOwnUser } from '#server/features/users/present-user.ts'
import { unauthorized } from '#server/http/errors.ts'
import { navigation } from '#server/http/navigation.ts'
import { addressKey, rateOf } from '#server/http/rate-limits.ts'
import { route } from '#server/http/route.ts'
import { isFromThisMachine } from '#server/http/this-machine.ts'
import type { FirstAdmin } from './first-admin.ts'
import { deleteExpiredSessions } from './queries.ts'
import { registerMember } from './register-member.ts'
import { signInMember } from './sign-in.ts'
import { watchMembers } from './watch-members.ts'

const HOUR = 60 * 60 * 1000
const REGISTRATIONS = rateOf('registrations')

export const auth = (gate: FirstAdmin): Feature => ({
  name: 'auth',
  register(app, context) {
    mountRegister(app, context, gate)
    mountSignIn(app, context)
    mountCurrentUser(app, context)
    mountNavigations(app)
    const timer = setInterval(() => {
      deleteExpiredSessions(context.db).catch((error: unknown) =>
        context.log.warn({ err: error }, 'sessions were not swept'),
      )
    }, HOUR)
    const stopWatching = watchMembers(context)
    return () => {
      clearInterval(timer)
      stopWatching()
    }
  },
})

function mountRegister(
  app: FastifyInstance,
  { db, limits, config, settings }: Context,
  gate: FirstAdmin,
): void {
  route(app, register, async ({ body, request, reply }) => {
    await limits.take(REGISTRATIONS, addressKey(request.ip))
    const user = await registerMember(db, body, {
      isOpen: settings.get('general.signUpOpen'),
      address: addressKey(request.ip),
      fromThisMachine: isFromThisMachine(request, config.publicUrl),
      gate,
    })
    await reply.beginSession(user.id)
    return presentOwnUser(user)
  })
}

function mountSignIn(app: FastifyInstance, { db, limits }: Context): void {
  route(app, signIn, async ({ body, request, reply }) => {
    const { user, passwordHash } = await signInMember({ db, limits }, body, addressKey(request.ip))
    await reply.beginSession(user.id, passwordHash)
    return presentOwnUser(user)
  })
}

function mountCurrentUser(app: FastifyInstance, { signedIn }: Context): void {
  route(app, getCurrentUser, async ({ user }) => {
    const row = await signedIn.member(user.id)
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

function query(request: FastifyRequest, name: string): unknown {
  // Boundary: Fastify parses every query string into an object.
  return (request.query as Record<string, unknown>)[name]
}
