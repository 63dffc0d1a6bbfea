import { listCases } from '#shared/operations/moderation.ts'
import { listRules } from '#shared/operations/reports.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

/** Times a member out for an hour, after a report of another one. */
export async function timeOut({ admin, member: signUp }: TestApp, { user }: TestClient): Promise<void> {
  const [rule] = listRules.response.parse((await admin.get('/api/rules')).body)
  const reporter = await signUp()
  await reporter.post('/api/reports', { subjectType: 'user', subjectId: user.id, reason: rule })
  const cases = listCases.response.parse((await admin.get('/api/moderation/reports')).body)
  const found = cases.find(({ subjectId }) => subjectId === user.id)
  const decision = { action: 'timeout', state: 'open', rule, seconds: 3600 }
  const { status, body } = await admin.post(`/api/moderation/reports/${found?.id}`, decision)
  if (status !== 200) throw new Error(`the time-out was refused: ${JSON.stringify(body)}`)
}
