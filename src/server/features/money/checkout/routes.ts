import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { providerId } from '#shared/money/payments.ts'
import { checkoutLookups } from '#server/features/money/checkout/find-checkout.ts'
import type { Context, Mount } from '#server/feature.ts'
import { temporaryErrorOf } from '#server/http/database-errors.ts'
import { HttpError } from '#server/http/errors.ts'
import { type Checkout, type FindCheckout, findState } from './find-checkout.ts'
import { renderCheckout, renderNotice } from './render-page.ts'

const params = z.object({ orderId: providerId })

export const mountCheckout: Mount = async (app, { payments, settings, service, site }) => {
  const lookups = service(checkoutLookups)
  const find = async (request: FastifyRequest) => {
    const id = params.safeParse(request.params).data?.orderId
    return request.user && id !== undefined ? findFirst(lookups, id, request.user.id) : null
  }

  app.get(
    '/checkout/:orderId',
    { config: { access: 'anyone', isCheckout: true, isNavigation: true, rate: 'paymentCalls' } },
    async (request, reply) => {
      if (!request.user) return redirectToSignIn(request, reply)
      return sendCheckout({ payments, settings, site }, { request, reply }, await find(request))
    },
  )

  await app.register(async (scope) => {
    // The form has no fields.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null))
    scope.post(
      '/checkout/:orderId/approve',
      { config: { access: 'anyone', isCheckout: true, rate: 'paymentCalls' } },
      async (request, reply) => {
        const found = await find(request)
        // The page shows what the provider has then: also that somebody may not approve.
        if (found && request.user && payments?.approval.kind === 'form')
          await payments.approval.approve(found.providerId, request.user.id)
        return reply.redirect(pathOf(request), 303)
      },
    )
    scope.post(
      '/checkout/:orderId/finish',
      { config: { access: 'anyone', isCheckout: true, rate: 'paymentCalls' } },
      async (request, reply) => {
        await (await find(request))?.finish?.()
        return reply.redirect(pathOf(request), 303)
      },
    )
    // The answer to a form is a page.
    scope.setErrorHandler(async (error, request, reply) => {
      const httpError = error instanceof HttpError ? error : temporaryErrorOf(error)
      if (!httpError) throw error
      const page = { siteName: settings.get('general.siteName'), translate: request.translate }
      return reply
        .code(httpError.status)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(
          renderNotice(site.checkout, page, {
            refusal: httpError.body(request.translate).message,
            path: pathOf(request),
          }),
        )
    })
  })
}

async function findFirst(
  lookups: readonly FindCheckout[],
  id: string,
  userId: string,
): Promise<Checkout | null> {
  for (const lookup of lookups) {
    const found = await lookup(id, userId)
    if (found) return found
  }
  return null
}

/** The path of the checkout's page. */
const pathOf = ({ params: given }: FastifyRequest) =>
  // Boundary: the path has this parameter.
  `/checkout/${encodeURIComponent((given as { orderId: string }).orderId)}`

const redirectToSignIn = (request: FastifyRequest, reply: FastifyReply) =>
  reply.redirect(`/auth/login?returnTo=${encodeURIComponent(pathOf(request))}`)

async function sendCheckout(
  { payments, settings, site }: Pick<Context, 'payments' | 'settings' | 'site'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  found: Checkout | null,
): Promise<FastifyReply> {
  const { translate, query } = request
  const page = { siteName: settings.get('general.siteName'), translate }
  const send = (status: number, html: string) =>
    reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html)
  if (!found) return send(404, renderNotice(site.checkout, page, 'missing'))
  if (!payments) return send(503, renderNotice(site.checkout, page, 'off'))
  const state = await findState(payments, found)
  const isCancelled = typeof query === 'object' && query !== null && 'cancelled' in query
  return send(
    state.name === 'unavailable' ? 503 : 200,
    renderCheckout(site.checkout, page, { checkout: found, state, provider: payments, isCancelled }),
  )
}
