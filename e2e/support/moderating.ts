import type { Browser, BrowserContext } from '@playwright/test'
import { signIn } from '../../src/shared/accounts/auth.ts'
import { sendChat } from '../../src/shared/live/chat.ts'
import { createComment } from '../../src/shared/community/comments.ts'
import { getCase, listCases } from '../../src/shared/operations/moderation.ts'
import { type ReportSubject, listRules } from '../../src/shared/operations/reports.ts'
import { displayName } from '../../src/shared/accounts/users.ts'
import { createPost, createStream, expect, signUp } from './fixtures.ts'

/** A member with a session of its own; no page is opened. */
async function newMember(browser: Browser, firstName: string) {
  const context = await browser.newContext()
  const signedUp = await signUp(context, { firstName, lastName: 'Okoro' })
  return { ...signedUp, context, name: displayName(signedUp.user) }
}
export type EveningMember = Awaited<ReturnType<typeof newMember>>

async function send(context: BrowserContext, path: string, data: object): Promise<unknown> {
  const response = await context.request.post(path, { data })
  expect(response.ok(), `${path} returned ${response.status()}`).toBe(true)
  return response.json()
}

/** Reports something as breaking the first rule. */
async function report(by: EveningMember, subjectType: ReportSubject, subjectId: string, words = '') {
  const rules = listRules.response.parse(await (await by.context.request.get(listRules.path)).json())
  await send(by.context, '/api/reports', { subjectType, subjectId, reason: rules[0], words })
}

type Admin = { email: string; password: string }

/** A new member whom the admin makes a moderator. */
export async function newModerator(
  browser: Browser,
  admin: Admin,
  firstName: string,
): Promise<EveningMember> {
  const member = await newMember(browser, firstName)
  const office = await browser.newContext()
  await send(office, signIn.path, { email: admin.email, password: admin.password })
  const role = await office.request.put(`/api/admin/users/${member.user.id}/role`, {
    data: { role: 'moderator' },
  })
  expect(role.ok()).toBe(true)
  await office.close()
  await send(member.context, signIn.path, { email: member.email, password: member.password })
  return member
}

/** Creates the reports of a test: three on a post, and one each on a comment, a message, a profile and more. */
export async function createReports(browser: Browser) {
  const names = ['Ada', 'Ben', 'Chi', 'Dayo', 'Efe', 'Gozi']
  const [ada, ben, chi, dayo, efe, gozi] = await Promise.all(names.map((name) => newMember(browser, name)))
  const reporters = await Promise.all(['Rita', 'Sade', 'Tobi'].map((name) => newMember(browser, name)))
  const [rita] = reporters
  if (!ada || !ben || !chi || !dayo || !efe || !gozi || !rita) throw new Error('members are missing')

  const post = await createPost(ada.context, { content: 'Nobody from that town can cook' })
  for (const each of reporters) await report(each, 'post', post.id, `Hurts the cooks, says ${each.name}.`)

  const soup = await createPost(rita.context, { content: 'My egusi soup tonight' })
  const comments = `/api/posts/${soup.id}/comments`
  await send(rita.context, comments, { content: 'Recipe below' })
  const insult = createComment.response.parse(
    await send(ben.context, comments, { content: 'You are a fool' }),
  )
  await report(rita, 'comment', insult.id)

  const { id: streamId } = await createStream(rita.context)
  await send(rita.context, sendChat.path, { streamId, message: 'Welcome everyone' })
  const shout = await send(chi.context, sendChat.path, { streamId, message: 'Shut up all of you' })
  await report(rita, 'message', sendChat.response.parse(shout).id)

  await report(rita, 'user', dayo.user.id, 'Pretends to be my aunt.')
  const debt = await createPost(efe.context, { content: 'Efe owes me money, here is the address' })
  await report(rita, 'post', debt.id)
  const stream = await createStream(gozi.context, { title: 'Loud again' })
  await report(rita, 'stream', stream.id)
  return { ada, ben, chi, dayo, efe, gozi }
}

/** Decides the open case of a member without a page, as somebody else does. */
export async function decideElsewhere(
  colleague: EveningMember,
  owner: EveningMember,
  action: 'remove' | 'dismiss',
) {
  const list = await colleague.context.request.get('/api/moderation/reports')
  const reported = listCases.response
    .parse(await list.json())
    .find((each) => each.owner?.id === owner.user.id)
  const body = { action, state: 'open', rule: reported?.reasons[0]?.rule }
  return getCase.response.parse(
    await send(colleague.context, `/api/moderation/reports/${reported?.id}`, body),
  )
}

/** Publishes a post that is reported, and removed by the colleague. Returns its author and the decision's id. */
export async function removeOnePost(browser: Browser, colleague: EveningMember) {
  const [femi, reporter] = [await newMember(browser, 'Femi'), await newMember(browser, 'Uche')]
  const post = await createPost(femi.context, { content: 'This song is killing me' })
  await report(reporter, 'post', post.id)
  const [decision] = (await decideElsewhere(colleague, femi, 'remove')).decisions
  if (!decision) throw new Error('nothing was decided')
  return { femi, decisionId: decision.id }
}

/** Appeals a decision about a member. */
export async function appeal(by: EveningMember, decisionId: string, words: string): Promise<void> {
  await send(by.context, '/api/appeals', { decisionId, words })
}
