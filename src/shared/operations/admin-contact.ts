import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page, requiredText } from '#shared/fields.ts'
import { userRef } from '#shared/accounts/users.ts'

/** `mine` are the open ones that are assigned to the requester. */
export const CONTACT_STATES = ['open', 'mine', 'done', 'all'] as const
export type ContactState = (typeof CONTACT_STATES)[number]

/** In code points. */
export const MAX_CONTACT_ANSWER = 5000

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
  /** The admin who takes care of it. */
  assignee: z.nullable(userRef),
  /** What was mailed to the sender; `author` is null once that account is deleted. */
  answer: z.nullable(z.object({ text: z.string(), author: z.nullable(userRef), createdAt: instant })),
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

/** Assigns a message to an admin, or to nobody. 400 if the user is no admin. */
export const assignContactMessage = endpoint({
  method: 'PUT',
  path: '/api/admin/contact/:id/assignee',
  access: 'admin',
  params: z.object({ id }),
  body: z.object({ userId: z.nullable(id) }),
  response: adminContactMessage,
})

/** The users to whom a message can be assigned: all active admins. */
export const listContactAssignees = endpoint({
  method: 'GET',
  path: '/api/admin/contact/assignees',
  access: 'admin',
  response: z.array(userRef),
})

/**
 * Mails an answer to the sender, and marks the message as done. Repeating it with the same key changes nothing; 409
 * `already_answered` for another answer: a message is answered once. 409 where the site sends no mail.
 */
export const answerContactMessage = endpoint({
  method: 'POST',
  path: '/api/admin/contact/:id/answer',
  access: 'admin',
  params: z.object({ id }),
  body: z.object({ text: requiredText(MAX_CONTACT_ANSWER), idempotencyKey: id }),
  response: adminContactMessage,
})
