import { createHmac, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { badRequest } from './api-error.ts'
import { simulatedId } from './ids.ts'

export type Publish = (type: string, resourceType: string, resource: object) => void

/** An event as it is sent: a delivery may be repeated. */
export type SimulatedEvent = { id: string; type: string; body: string; headers: Record<string, string> }

const verification = z.object({
  transmission_id: z.string(),
  transmission_time: z.string(),
  transmission_sig: z.string(),
  webhook_id: z.string(),
})

/** Signs events, and verifies signatures as PayPal's API does. */
export class SimulatedWebhooks {
  /** All events, the oldest first; nothing is sent until `deliver`. */
  readonly events: SimulatedEvent[] = []
  readonly #webhookId: string
  readonly #secret = randomUUID()

  constructor(webhookId: string) {
    this.#webhookId = webhookId
  }

  publish: Publish = (type, resourceType, resource) => {
    const id = simulatedId('WH-')
    const event = { id, event_version: '1.0', event_type: type, resource_type: resourceType, resource }
    // Spaces that no serializer repeats: the signature covers the bytes.
    this.events.push(this.sign(id, type, JSON.stringify(event, null, 1)))
  }

  /** Signs a body as an event. */
  sign(id: string, type: string, body: string): SimulatedEvent {
    const [transmissionId, time] = [randomUUID(), new Date().toISOString()]
    return {
      id,
      type,
      body,
      headers: {
        'content-type': 'application/json',
        'paypal-transmission-id': transmissionId,
        'paypal-transmission-time': time,
        'paypal-transmission-sig': this.#signature(transmissionId, time, body),
        'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42',
        'paypal-auth-algo': 'SHA256withRSA',
      },
    }
  }

  /** Answers a verification; `text`: the body of the request, which contains the event as it was sent. */
  verify(text: string): object {
    const marker = '"webhook_event":'
    const start = text.indexOf(marker)
    if (start < 0) throw badRequest('MISSING_REQUIRED_PARAMETER')
    const request: unknown = JSON.parse(`${text.slice(0, start).replace(/,\s*$/, '')}}`)
    const body = text.slice(start + marker.length, -1)
    const { data } = verification.safeParse(request)
    const isGenuine =
      data?.webhook_id === this.#webhookId &&
      data.transmission_sig === this.#signature(data.transmission_id, data.transmission_time, body)
    return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' }
  }

  /** Sends an event to our webhook, as often as it is called; returns the status of the response. */
  async deliver({ body, headers }: SimulatedEvent, url: string): Promise<number> {
    const response = await fetch(url, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }

  #signature(transmissionId: string, time: string, body: string): string {
    const text = `${transmissionId}|${time}|${this.#webhookId}|${body}`
    return createHmac('sha256', this.#secret).update(text).digest('base64')
  }
}
