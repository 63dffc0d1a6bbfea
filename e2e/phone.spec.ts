import { axeCheck, expect, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

test('a member reaches every place of the site with a thumb', async ({ member }) => {
  const { page } = member
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const bottom = page.getByRole('navigation', { name: 'Main' })
  for (const [name, address] of [
    ['Discover', '/discover'],
    ['Activity', '/activity'],
    ['Profile', '/profile'],
    ['Home', '/'],
  ] as const) {
    await bottom.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(bottom.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  }
  for (const [name, address] of [
    ['Global Circle', '/circle'],
    ['Treasured', '/treasured'],
    ['Journey', '/journey'],
    ['Settings', '/preferences'],
    ['Edit Profile', '/profile-settings'],
  ] as const) {
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page).toHaveURL(address)
  }
})

test('the create sheet leads to a story and to going live', async ({ member }) => {
  const { page } = member
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const create = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Create' })
  await create.click()
  await axeCheck(page)
  await page.getByRole('button', { name: /^Share a story/ }).click()
  await expect(page.getByRole('dialog', { name: 'Share Your Story' })).toBeVisible()
  await page.keyboard.press('Escape')
  await create.click()
  await page.getByRole('button', { name: /^Go live/ }).click()
  await expect(page).toHaveURL('/stream/create')
})
