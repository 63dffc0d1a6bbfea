import type { Page } from '@playwright/test'
import { chooseMessageAction, messageOf, sendMessage } from '../support/chatting.ts'
import { axeCheck, checkAndPhotograph, createStream, expect, photograph, test } from '../support/fixtures.ts'
import { sendTip, setPayout } from '../support/tipping.ts'

const highlights = (page: Page) => page.getByRole('region', { name: 'Highlighted tips' })
const cards = (page: Page) => highlights(page).getByRole('listitem').getByRole('button')
const goal = (page: Page) => page.getByRole('progressbar', { name: 'Tip goal' })

test('viewers see tips above the chat and the goal fill, also after a reload, until a tip is deleted', async ({
  member: creator,
  secondMember: fan,
}) => {
  await setPayout(creator)
  const { id } = await createStream(creator.page, { settings: { tipGoal: 100 } })
  for (const { page } of [creator, fan]) await page.goto(`/stream/${id}`)
  await expect(goal(fan.page)).toHaveAttribute('aria-valuetext', '$0 of $100')
  await sendMessage(creator.page, 'Welcome, everybody')

  const tip = { streamerId: creator.user.id, streamId: id }
  await sendTip(fan, { ...tip, amount: '5.00' })
  await sendTip(fan, { ...tip, amount: '12.00', message: 'For the drums @amara' })
  await sendTip(fan, { ...tip, amount: '25.00', message: 'Ẹ ṣé! See you in Lagos https://example.org' })
  await sendTip(fan, {
    ...tip,
    amount: '50.00',
    message: 'What a night, greetings from the whole family in Accra',
  })
  for (const { page } of [creator, fan]) {
    await expect(cards(page)).toHaveCount(4)
    await expect(cards(page).first()).toContainText('$50.00')
    await expect(goal(page)).toHaveAttribute('aria-valuetext', '$92 of $100')
    await expect(messageOf(page, 'For the drums')).toContainText('$12.00')
  }
  await cards(creator.page).first().press('Enter')
  await expect(highlights(creator.page).getByText('from the whole family in Accra')).toHaveCount(2)
  await checkAndPhotograph(creator.page, 'chat-tips-stream')
  await axeCheck(creator.page, { dark: true })

  await creator.page.reload()
  await expect(cards(creator.page).first()).toContainText('$50.00')
  await chooseMessageAction(creator.page, 'What a night', 'Delete message')
  for (const { page } of [creator, fan]) await expect(page.getByText('What a night')).toHaveCount(0)
  await expect(goal(fan.page)).toHaveAttribute('aria-valuetext', '$92 of $100')

  await sendTip(fan, { ...tip, amount: '8.00' })
  await expect(fan.page.getByText('Reached', { exact: true })).toBeVisible()
  await highlights(fan.page).getByRole('button', { name: 'Collapse the tips' }).press('Enter')
  await expect(cards(fan.page)).toHaveCount(0)
  await checkAndPhotograph(fan.page, 'chat-tips-collapsed')
})

test('a creator changes the goal in the studio, and viewers see it at once', async ({
  member: creator,
  secondMember: viewer,
}) => {
  await setPayout(creator)
  const { id } = await createStream(creator.page)
  await viewer.page.goto(`/stream-old/${id}`)
  await expect(viewer.page.getByRole('heading', { name: 'Live chat' })).toBeVisible()
  await creator.page.goto(`/stream/${id}/broadcast`)
  await creator.page.getByRole('button', { name: 'Edit stream' }).click()
  const field = creator.page.getByRole('textbox', { name: /^Tip goal/ })
  await field.fill('1.5')
  await creator.page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await axeCheck(creator.page)
  await photograph(creator.page, 'chat-tips-goal-form')
  await field.fill('300')
  await creator.page.getByRole('button', { name: 'Save Changes' }).click()
  for (const { page } of [creator, viewer])
    await expect(goal(page)).toHaveAttribute('aria-valuetext', '$0 of $300')
  await sendTip(viewer, { streamerId: creator.user.id, streamId: id, amount: '120.00', message: 'Halfway?' })
  for (const { page } of [creator, viewer]) {
    await expect(goal(page)).toHaveAttribute('aria-valuetext', '$120 of $300')
    await expect(cards(page)).toHaveCount(1)
  }
  await checkAndPhotograph(viewer.page, 'chat-tips-legacy')
  await checkAndPhotograph(creator.page, 'chat-tips-studio')
  await creator.page.getByRole('button', { name: 'Edit stream' }).click()
  await field.fill('')
  await creator.page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(goal(viewer.page)).toHaveCount(0)
})
