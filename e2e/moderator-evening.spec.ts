import type { Page } from '@playwright/test'
import { checkAndPhotograph, expect, photographWindow, test } from './support/fixtures.ts'
import { enter, expectFocusOn, expectTargetSizes, expectVisibleFocus, tabTo } from './support/keyboard.ts'
import { appeal, decideElsewhere, newModerator, removeOnePost, createReports } from './support/moderating.ts'

// An app of its own: cases of other stories would be in the queue, too.
test.use({ viewport: { width: 390, height: 844 }, appEnv: { LIVE_GRACE_SECONDS: '58' } })

const RESPECT = '1. Respect people: no insults, threats or harassment.'

const caseLink = (page: Page, name: string) => page.getByRole('link', { name })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const backLink = (page: Page) => page.getByRole('link', { name: 'All reports' })

/** Opens the dialog of an action; the focus must be in it, and Tab must not leave it. */
async function openDialog(page: Page, action: string) {
  await enter(page, button(page, action))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectVisibleFocus(page)
  return dialog
}

/** Decides the open case, then returns to the queue by the link that has the focus. */
async function decide(page: Page, action: string, done: string, fill?: () => Promise<void>): Promise<void> {
  const dialog = await openDialog(page, action)
  await fill?.()
  await enter(page, dialog.getByRole('button', { name: action, exact: true }))
  await expect(toast(page, done)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectFocusOn(page, backLink(page))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Moderation', level: 1 })).toBeVisible()
}

test('a moderator’s whole evening by keyboard on a phone', async ({ admin, browser, page }) => {
  const { ada, ben, chi, dayo, efe, gozi } = await createReports(browser)
  const moderator = await newModerator(browser, admin, 'Ife')
  const colleague = await newModerator(browser, admin, 'Kofi')
  const { femi, decisionId } = await removeOnePost(browser, colleague)
  await appeal(femi, decisionId, 'I love this song.')

  await test.step('signs in, and finds the queue in the account menu', async () => {
    await page.goto('/auth/login')
    await tabTo(page, page.getByLabel('E-mail'))
    await page.keyboard.type(moderator.email)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(moderator.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await enter(page, button(page, 'Account menu'))
    const entry = page.getByRole('menuitem', { name: 'Moderation' })
    await expect(entry).toBeVisible()
    while (!(await entry.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press('ArrowDown')
      await expectVisibleFocus(page)
    }
    await page.keyboard.press('Enter')
    await expectFocusOn(page, page.getByRole('heading', { name: 'Moderation', level: 1 }))
  })

  await test.step('sees six cases, the most reported first', async () => {
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6)
    await tabTo(page, page.getByRole('combobox', { name: 'Order' }))
    await page.keyboard.press('ArrowDown')
    await expect(page).toHaveURL('/moderation?order=most_reported')
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('3 reports')
    await expectFocusOn(page, page.getByRole('combobox', { name: 'Order' }))
    // Several links have the same name, as they lead to content of the same member.
    await expect(caseLink(page, `Post by ${ada.name}`)).toHaveAccessibleDescription(
      'Nobody from that town can cook',
    )
    await expectTargetSizes(page)
    await checkAndPhotograph(page, 'evening-queue', { dark: true })
    await enter(page, caseLink(page, `Post by ${ada.name}`))
  })

  await test.step('reads the reports, changes her mind about removing, and warns', async () => {
    await expectFocusOn(page, page.getByRole('heading', { name: 'Report', level: 1 }))
    await expect(page.getByText('Hurts the cooks, says Rita Okoro.')).toBeVisible()
    const dialog = await openDialog(page, 'Remove')
    await tabTo(page, dialog.getByRole('radio', { name: RESPECT }))
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: RESPECT })).not.toBeChecked()
    await tabTo(page, dialog.getByRole('textbox', { name: 'To the member' }))
    await page.keyboard.type('Many people feel hurt.')
    await photographWindow(page, 'evening-dialog')
    // More than the number of controls in the dialog.
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab')
      await expectVisibleFocus(page)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expectFocusOn(page, button(page, 'Remove'))
    // Nothing is decided, and what was written is still there.
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'To the member' })).toHaveValue('Many people feel hurt.')
    await expect(dialog.getByRole('radio', { name: RESPECT })).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expectFocusOn(page, button(page, 'Remove'))
    // Her own decision may be shown before the updates of the other moderators arrive.
    await page.route('**/viewer', () => {})
    const dialogOfWarning = await openDialog(page, 'Warn')
    await enter(page, dialogOfWarning.getByRole('button', { name: 'Warn', exact: true }))
    await expect(toast(page, 'Warned')).toBeVisible()
    await expectFocusOn(page, backLink(page))
    await expect(page.getByText('Somebody else has decided this in the meantime.')).toBeHidden()
    await page.unroute('**/viewer')
    await page.keyboard.press('Enter')
  })

  await test.step('removes the comment, with the thread around it in view', async () => {
    // The order stays, and the focus is on the case after the one that is done.
    await expect(page).toHaveURL('/moderation?order=most_reported')
    await expect(caseLink(page, `Post by ${ada.name}`)).toBeHidden()
    await expectFocusOn(page, caseLink(page, `Stream by ${gozi.name}`))
    await enter(page, caseLink(page, `Comment by ${ben.name}`))
    await expect(page.getByRole('listitem').filter({ hasText: 'Recipe below' })).toBeVisible()
    await decide(page, 'Remove', 'Removed', async () => {
      await tabTo(page, page.getByRole('textbox', { name: 'To the member' }))
      await page.keyboard.type('That is an insult.')
    })
  })

  await test.step('pauses an account for a day, with the chat in view', async () => {
    // It was the last of the list: the focus is on the one before.
    await expectFocusOn(page, caseLink(page, `Chat message by ${chi.name}`))
    await page.keyboard.press('Enter')
    await expect(page.getByText('Welcome everyone')).toBeVisible()
    await expectTargetSizes(page)
    await checkAndPhotograph(page, 'evening-case', { dark: true })
    await decide(page, 'Pause account', 'Account paused', async () => {
      await tabTo(page, page.getByRole('combobox', { name: 'How long' }))
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowUp')
      await expect(page.getByRole('combobox', { name: 'How long' })).toHaveValue('86400')
    })
  })

  await test.step('dismisses a report', async () => {
    await expectFocusOn(page, caseLink(page, `Profile of ${dayo.name}`))
    await page.keyboard.press('Enter')
    await decide(page, 'Dismiss', 'Dismissed')
  })

  await test.step('looks at a case without deciding, and comes back to it', async () => {
    await expectFocusOn(page, caseLink(page, `Post by ${efe.name}`))
    await page.keyboard.press('Enter')
    await expectFocusOn(page, page.getByRole('heading', { name: 'Report', level: 1 }))
    await enter(page, backLink(page))
    await expectFocusOn(page, caseLink(page, `Post by ${efe.name}`))
    await page.keyboard.press('Enter')
    await expectFocusOn(page, page.getByRole('heading', { name: 'Report', level: 1 }))
    // A headless browser has no window that handles Alt+Left.
    await page.goBack()
    await expectFocusOn(page, caseLink(page, `Post by ${efe.name}`))
  })

  await test.step('keeps her place while somebody else decides', async () => {
    await tabTo(page, caseLink(page, `Stream by ${gozi.name}`), 'Shift+Tab')
    await decideElsewhere(colleague, gozi, 'dismiss')
    await expect(caseLink(page, `Stream by ${gozi.name}`)).toBeHidden()
    await expectFocusOn(page, caseLink(page, `Post by ${efe.name}`))
  })

  await test.step('hands the last one to an admin', async () => {
    await page.keyboard.press('Enter')
    await decide(page, 'Hand to an admin', 'Handed to an admin', async () => {
      await tabTo(page, page.getByRole('textbox', { name: 'Note' }))
      await page.keyboard.type('An address is in it.')
    })
    await expect(page.getByText('Nothing is reported')).toBeVisible()
    await expectFocusOn(page, page.getByRole('heading', { name: 'Moderation', level: 1 }))
  })

  await test.step('decides an appeal', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Reports' }))
    await page.keyboard.press('ArrowRight')
    await expectFocusOn(page, page.getByRole('tab', { name: 'Appeals (1)' }))
    await expect(page.getByRole('heading', { name: `Appeal by ${femi.name}` })).toBeVisible()
    await expect(page.getByText('I love this song.')).toBeVisible()
    await expectTargetSizes(page)
    await checkAndPhotograph(page, 'evening-appeals', { dark: true })
    const dialog = await openDialog(page, 'Reverse the decision')
    await tabTo(page, dialog.getByRole('textbox', { name: 'To the member' }))
    await page.keyboard.type('You are right.')
    await page.keyboard.press('Escape')
    await expectFocusOn(page, button(page, 'Reverse the decision'))
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('textbox', { name: 'To the member' })).toHaveValue('You are right.')
    await enter(page, dialog.getByRole('button', { name: 'Reverse the decision' }))
    await expect(toast(page, 'The decision is reversed')).toBeVisible()
    await expect(page.getByText('No appeals are waiting')).toBeVisible()
    await expectFocusOn(page, page.getByRole('heading', { name: 'Moderation', level: 1 }))
  })

  await test.step('restores the comment among the closed cases', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Appeals' }))
    await page.keyboard.press('End')
    await expectFocusOn(page, page.getByRole('tab', { name: 'Closed' }))
    await enter(page, caseLink(page, `Comment by ${ben.name}`))
    await expectFocusOn(page, page.getByRole('heading', { name: 'Report', level: 1 }))
    await expectTargetSizes(page)
    await enter(page, button(page, 'Restore'))
    await expect(button(page, 'Restore')).toBeHidden()
    await expectFocusOn(page, page.getByRole('heading', { name: 'Decisions on this' }))
    await enter(page, backLink(page), 'Shift+Tab')
    await expect(page).toHaveURL('/moderation?order=most_reported&tab=closed')
    await expectFocusOn(page, caseLink(page, `Comment by ${ben.name}`))
  })
})

test('a member appeals by keyboard on a phone, and no bar hides the focus', async ({ admin, browser }) => {
  const { femi, decisionId } = await removeOnePost(browser, await newModerator(browser, admin, 'Kofi'))
  const page = await femi.context.newPage()
  await page.goto(`/decisions/${decisionId}`)
  await expect(page.getByRole('heading', { name: 'Do you disagree?' })).toBeVisible()
  await expectTargetSizes(page)
  await tabTo(page, page.getByRole('textbox', { name: 'Why it should be reversed' }))
  await page.keyboard.type('I love this song.')
  await enter(page, button(page, 'Send appeal'))
  await expect(page.getByText('A moderator will read it.')).toBeVisible()
  await expectFocusOn(page, page.getByRole('heading', { name: 'Your appeal' }))
})
