import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, page } from './fields.ts'
import { userRef } from './users.ts'

export const CONTACT_STATES = ['open', 'done', 'all'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** A message of the contact form, as admins see it. */
const adminContactMessage = z.object({
  id,
  fullName: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  /** The account of a sender who was signed in; null once it is deleted. */
  user: z.nullable(userRef),
  /** When an admin marked it as done; null while it is open. */
  doneAt: z.nullable(instant),
  doneBy: z.nullable(userRef),
  createdAt: instant,
})
export type AdminContactMessage = z.output<typeof adminContactMessage>

/** The messages of the contact form, the newest first. */
export const listContactMessages = endpoint({
  method: 'GET',
  path: '/api/admin/contact',
  access: 'admin',
  query: z.extend(page, { state: z._default(z.enum(CONTACT_STATES), 'open') }),
  response: z.array(adminContactMessage),
})

/** Marks a message as done, or opens it again; repeating it changes nothing. 404 if there is no such message. */
export const setContactMessageDone = endpoint({
  method: 'PUT',
  path: '/api/admin/contact/:id',
  access: 'admin',
  params: z.object({ id }),
  body: z.object({ done: z.boolean() }),
  response: adminContactMessage,
})
