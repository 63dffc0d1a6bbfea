import type { Locator, Page } from '@playwright/test'
import { updateProfile } from '#shared/community/profile.ts'
import {
  type Member,
  axeCheck,
  createStream,
  expect,
  checkAndPhotograph,
  photograph,
  test,
} from './support/fixtures.ts'
import { makePng } from './support/posting.ts'

const nameOf = ({ user }: Member) => `${user.firstName} ${user.lastName}`

function profileField(page: Page, name: string): Locator {
  return page.getByRole('main').locator('dl > div', { hasText: name }).locator('dd').first()
}

async function saveProfile({ page }: Member, profile: object): Promise<void> {
  expect((await page.request.put(updateProfile.path, { data: profile })).status()).toBe(200)
}

const FULL_PROFILE = {
  bio: 'Weaver and teacher. I run an open aṣọ òkè studio in Ìbàdàn and online.',
  heritageRegion: 'Continental African',
  countryOfOrigin: 'Ìbàdàn, Nigeria',
  languages: ['Yoruba', 'English', 'French'],
  collaborationTags: ['fashion', 'education', 'visual-arts', 'film'],
  bioMultilingual: { yo: 'Alásọ àti olùkọ́ ni mí.' },
}

test('a member follows on a profile and on a stream, and the counts of the other member change', async ({
  member,
  secondMember,
}) => {
  const [fan, star] = [member.page, secondMember.page]
  await star.goto('/profile')
  await fan.goto(`/profile/${secondMember.user.id}`)
  await expect(profileField(star, 'Followers')).toHaveText('0')
  await fan.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(fan.getByRole('button', { name: 'Following', pressed: true })).toBeVisible()
  await expect(profileField(fan, 'Followers')).toHaveText('1')
  await expect(profileField(star, 'Followers')).toHaveText('1')

  // On a phone, a click anywhere in the cell opens the list.
  await star.setViewportSize({ width: 390, height: 844 })
  const cell = await star.locator('dl > div', { hasText: 'Followers' }).boundingBox()
  if (!cell) throw new Error('no cell')
  expect(cell.height).toBeGreaterThanOrEqual(44)
  expect(cell.width).toBeGreaterThanOrEqual(44)
  await photograph(star, 'profile-figures')
  await star.mouse.click(cell.x + cell.width - 3, cell.y + cell.height - 3)
  const followers = star.getByRole('dialog', { name: 'Followers' })
  await expect(followers.getByText('0 followers')).toBeVisible()
  await axeCheck(star)
  await photograph(star, 'profile-followers')
  await followers.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(followers.getByText('1 follower')).toBeVisible()
  await star.keyboard.press('Escape')
  await expect(profileField(star, 'Following')).toHaveText('1')
  await star.getByRole('button', { name: '1 following: show them' }).click()
  await star
    .getByRole('dialog', { name: 'Following' })
    .getByRole('link', { name: nameOf(member) })
    .click()
  await expect(star.getByRole('heading', { level: 1 })).toHaveText(nameOf(member))
  await expect(star.getByRole('button', { name: 'Following', pressed: true })).toBeVisible()

  await fan.getByRole('button', { name: 'Following', pressed: true }).click()
  await expect(profileField(fan, 'Followers')).toHaveText('0')
  await expect(profileField(star, 'Following')).toHaveText('0')

  const { id } = await createStream(star)
  await fan.goto(`/stream/${id}`)
  await fan.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(fan.getByText('Following!')).toBeVisible()
  await expect(fan.getByText('1 follower')).toBeVisible()
  await photograph(fan, 'stream-following')
})

test('a visitor sees all parts of a profile, the URL contains the tab, and Follow leads to the sign-in page', async ({
  page,
  member,
}) => {
  await saveProfile(member, FULL_PROFILE)
  await page.goto(`/profile/${member.user.id}`)
  await expect(page.getByRole('tab', { name: 'Posts', selected: true })).toBeVisible()
  await expect(page.getByText("This user hasn't posted anything yet.")).toBeVisible()
  await photograph(page, 'profile-posts')
  await page.getByRole('tab', { name: 'About' }).click()
  await expect(page).toHaveURL(/\?tab=about$/)
  await expect(profileField(page, 'Heritage region')).toHaveText('Continental African')
  for (const tag of FULL_PROFILE.collaborationTags) await expect(page.getByText(`#${tag}`)).toBeVisible()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'About', selected: true })).toBeVisible()
  await page.getByRole('button', { name: 'Yoruba' }).click()
  await expect(page.getByText(FULL_PROFILE.bioMultilingual.yo).first()).toHaveAttribute('lang', 'yo')
  await checkAndPhotograph(page, 'profile-about')
  await page.getByRole('link', { name: 'Follow', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/auth/login\\?returnTo=%2Fprofile%2F${member.user.id}`))
})

test('a member fills in the profile with the keyboard alone', async ({ member: { page, user } }) => {
  await page.goto('/profile')
  await expect(page.getByText('Share your first post with the community!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toHaveCount(0)
  await photograph(page, 'profile-own')
  await page.getByRole('main').getByRole('link', { name: 'Edit Profile' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Global Heritage Profile Settings')
  await page.getByLabel('First name').waitFor()
  await photograph(page, 'profile-settings')
  await page.getByLabel('First name').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Fọlákẹ́')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Adéyẹmí')
  await page.getByLabel('Bio', { exact: true }).focus()
  await page.keyboard.type('Weaver and teacher.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Continental')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ìbàdàn, Nigeria')
  await page.keyboard.press('Tab')
  for (const language of ['Yoruba', 'English']) {
    await page.keyboard.type(language)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
  }
  await page.getByRole('combobox', { name: 'Add an interest' }).focus()
  await page.keyboard.type('fashion')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Add an interest' })).not.toContainText('fashion')
  await page.getByRole('button', { name: 'Remove English' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove Yoruba' })).toBeFocused()
  await page.getByRole('button', { name: 'Save Profile' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile updated successfully! ✨')).toBeVisible()
  await expect(page.getByText('Your global heritage profile has been saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Heritage region')).toHaveValue('Continental African')
  await expect(page.getByLabel('Country or region of origin')).toHaveValue('Ìbàdàn, Nigeria')

  await page.goto(`/profile/${user.id}?tab=about`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fọlákẹ́ Adéyẹmí')
  await expect(profileField(page, 'Languages')).toHaveText('Yoruba')
  await expect(profileField(page, 'Open to working on')).toHaveText('#fashion')
})

test('a photo is cropped by keyboard, saved, shown everywhere, and removed', async ({ member: { page } }) => {
  await page.goto('/profile-settings')
  await page
    .getByLabel('Photo', { exact: true })
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  const dialog = page.getByRole('dialog', { name: 'Your photo' })
  await expect(dialog.getByRole('alert')).toContainText("This picture can't be opened")
  await expect(dialog.getByRole('button', { name: 'Use this photo' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a photo' }).press('Enter'),
  ])
  await chooser.setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await makePng(1200, 700) })
  const area = dialog.getByRole('application')
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeVisible()
  await checkAndPhotograph(page, 'crop')
  const before = await area.screenshot()
  await area.focus()
  for (const key of ['+', '+', 'ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key)
  expect(await area.screenshot()).not.toEqual(before)
  await dialog.getByRole('slider', { name: 'Zoom' }).press('ArrowRight')
  await dialog.getByRole('button', { name: 'Use this photo' }).press('Enter')
  await expect(page.getByText('Your photo is saved.')).toBeVisible()
  await expect(dialog).toBeHidden()
  const avatar = page.getByRole('banner').locator('img[src^="/files/avatars/"]')
  await expect(avatar).toBeVisible()
  const address = (await avatar.getAttribute('src')) ?? ''
  await photograph(page, 'profile-settings-photo')

  await expect(page.getByRole('main').locator('img[src^="/files/avatars/"]').last()).toBeVisible()

  await page.getByRole('button', { name: 'Remove photo' }).click()
  await expect(page.getByText('Your photo is removed.')).toBeVisible()
  await expect(avatar).toHaveCount(0)
  expect((await page.request.get(address)).status()).toBe(404)
})

test('a creator adds custom languages, interests, bios and links', async ({ member, browser, baseURL }) => {
  const { page, user } = member
  await page.goto('/creator/profile')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Creator Profile')
  for (const [label, values] of [
    ['Another language', ['  Krio ', 'krio', ' ']],
    ['Another interest', ['#weaving', 'natural  dye']],
  ] as const)
    for (const value of values) {
      await page.getByRole('textbox', { name: label }).fill(value)
      await page.getByRole('textbox', { name: label }).press('Enter')
      await expect(page.getByRole('textbox', { name: label })).toHaveValue('')
    }
  await expect(page.getByRole('list', { name: 'Languages' }).getByRole('listitem')).toHaveText(['Krio'])
  const bioIn = page.getByRole('combobox', { name: 'Add a bio in another language' })
  for (const language of ['yo', 'jam']) {
    await bioIn.selectOption(language)
    await page.getByRole('button', { name: 'Add a bio in another language' }).click()
  }
  await page.getByRole('textbox', { name: 'Bio in Yoruba' }).fill('Alásọ àti olùkọ́ ni mí.')
  await page.getByRole('button', { name: 'Remove the bio in Jamaican Patois' }).click()
  await page.getByRole('button', { name: 'Save Profile' }).click()
  await expect(page.getByText('Profile updated', { exact: true })).toBeVisible()

  const form = page.getByRole('form', { name: 'New link' })
  await form.getByLabel('Address').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Add link' }).click()
  await expect(form.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Platform').selectOption('instagram')
  await form.getByLabel('Address').fill('https://instagram.example/folake')
  await form.getByLabel(/^Display name/).fill('My loom')
  await form.getByRole('button', { name: 'Add link' }).click()
  await expect(page.getByText('Social link added')).toBeVisible()
  await expect(form.getByLabel('Address')).toHaveValue('')
  await checkAndPhotograph(page, 'creator-profile')

  const visitor = await (await browser.newContext({ locale: 'yo-NG' })).newPage()
  await visitor.goto(`${baseURL}/profile/${user.id}?tab=about`)
  await expect(visitor.getByText('Alásọ àti olùkọ́ ni mí.').first()).toBeVisible()
  await expect(visitor.getByText('#natural dye')).toBeVisible()
  // In the header and under About.
  await expect(visitor.getByRole('link', { name: /Instagram · My loom/ })).toHaveCount(2)
  await expect(visitor.getByText('My loom').first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: /My loom/ }).first()).toHaveAttribute('rel', /\bme\b/)
  await photograph(visitor, 'profile-links')
})
