import { getPlayback } from '../../src/shared/live/streams.ts'
import { createStream, expect, type Member, fetchStream } from '../support/fixtures.ts'
import { openOtherPage, playByWhep, publishByWhip, stopClient, test } from '../support/other-site.ts'
import { expectVideo } from '../support/watching.ts'
import { expectSound } from '../support/playing.ts'

const viewerCount = async ({ page }: Member, id: string) => (await fetchStream(page, id)).viewerCount

test('an external player plays a public stream and counts as a viewer, and a private one only with a member’s token', async ({
  app,
  browser,
  member,
  secondMember,
  otherSite,
}) => {
  const { id, streamKey } = await createStream(member.page)
  const [encoder, player] = [await openOtherPage(browser, otherSite), await openOtherPage(browser, otherSite)]
  await expect(playByWhep(player, `${app.url}/whep/${id}`)).rejects.toThrow('409')
  await publishByWhip(encoder, app, streamKey)
  await expect(async () => playByWhep(player, `${app.url}/whep/${id}`)).toPass()
  await expectVideo(player)
  await expectSound(player)
  await expect.poll(() => viewerCount(member, id)).toBe(1)
  await stopClient(player)
  await expect.poll(() => viewerCount(member, id)).toBe(0)

  const madePrivate = { settings: { isPublic: false } }
  expect((await member.page.request.put(`/api/streams/${id}`, { data: madePrivate })).status()).toBe(200)
  await expect(playByWhep(player, `${app.url}/whep/${id}`)).rejects.toThrow('404')
  await expect(playByWhep(player, `${app.url}/whep/${id}`, 'a.word')).rejects.toThrow('401')
  const response = await secondMember.page.request.get(`/api/streams/${id}/playback`)
  const { token, whepUrl } = getPlayback.response.parse(await response.json())
  expect(token).not.toBeNull()
  await playByWhep(player, whepUrl, token)
  await expectVideo(player)
  await stopClient(encoder)
})
