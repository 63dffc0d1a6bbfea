import { getPlayback } from '../../src/shared/streams.ts'
import { createStream, expect, type Member, readStream } from '../support/fixtures.ts'
import { openOtherPage, playByWhep, sendByWhip, stopClient, test } from '../support/other-site.ts'
import { expectSound, expectVideo } from '../support/watching.ts'

const countOf = async ({ page }: Member, id: string) => (await readStream(page, id)).viewerCount

test('an outside player sees a public stream, and counts as a viewer while it plays', async ({
  app,
  browser,
  member,
  otherSite,
}) => {
  const { id, streamKey } = await createStream(member.page)
  const [encoder, player] = [await openOtherPage(browser, otherSite), await openOtherPage(browser, otherSite)]
  await expect(playByWhep(player, `${app.url}/whep/${id}`)).rejects.toThrow('409')
  await sendByWhip(encoder, app, streamKey)
  await expect(async () => playByWhep(player, `${app.url}/whep/${id}`)).toPass()
  await expectVideo(player)
  await expectSound(player)
  await expect.poll(() => countOf(member, id)).toBe(1)
  await stopClient(player)
  await expect.poll(() => countOf(member, id)).toBe(0)
  await stopClient(encoder)
})

test('an outside player sees a private stream with a member’s token alone', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  const { id, streamKey } = await createStream(member.page, { settings: { isPublic: false } })
  const [encoder, player] = [await openOtherPage(browser, otherSite), await openOtherPage(browser, otherSite)]
  await sendByWhip(encoder, app, streamKey)
  await expect(playByWhep(player, `${app.url}/whep/${id}`)).rejects.toThrow('404')
  await expect(playByWhep(player, `${app.url}/whep/${id}`, 'a.word')).rejects.toThrow('401')
  const answer = await secondMember.page.request.get(`/api/streams/${id}/playback`)
  const { token, whepUrl } = getPlayback.response.parse(await answer.json())
  expect(token).not.toBeNull()
  await expect(async () => playByWhep(player, whepUrl, token)).toPass()
  await expectVideo(player)
  await stopClient(encoder)
})
