import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
import { followUser } from '#shared/accounts/follows.ts'
import {
  axeCheck,
  createPost,
  createStream,
  expect,
  checkAndPhotograph,
  photograph,
  signUp,
  test,
} from './support/fixtures.ts'
import { makePng, openComposer, postCard } from './support/posting.ts'

const uniqueSuffix = () => randomUUID().slice(0, 8)

/** Distance of a post from the top of the viewport, in px. */
async function topOf(page: Page, content: string): Promise<number> {
  const box = await postCard(page, content).boundingBox()
  if (!box) throw new Error(`'${content}' is not on the page`)
  return box.y
}

test("another member's posts are announced, also one from between list and subscription, and do not shift those in view", async ({
  member,
  secondMember,
}) => {
  const visibleContent = `What is being read ${uniqueSuffix()}`
  await createPost(member.page, { content: visibleContent })
  for (let index = 0; index < 8; index++) await createPost(member.page)
  const reader = secondMember.page
  const publishAfterRead = async (route: Route) => {
    const response = await route.fetch()
    await createPost(member.page)
    await route.fulfill({ response })
  }
  await reader.route('**/api/posts/feed*', publishAfterRead, { times: 1 })
  await reader.goto('/')
  await expect(reader.getByRole('button', { name: '1 new post' })).toBeVisible()
  await postCard(reader, visibleContent).scrollIntoViewIfNeeded()
  await expect.poll(() => reader.evaluate(() => scrollY)).toBeGreaterThan(200)
  const originalTop = await topOf(reader, visibleContent)

  const newContent = `Fresh from the loom ${uniqueSuffix()}`
  await member.page.goto('/')
  await openComposer(member.page)
  await member.page.getByRole('textbox', { name: 'Your post' }).fill(newContent)
  await member.page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(member.page.getByText('Post created successfully!')).toBeVisible()
  await expect(member.page.getByRole('dialog')).toBeHidden()
  await expect(member.page.getByRole('article').first()).toContainText(newContent)
  await expect(member.page.getByRole('button', { name: /new post/ })).toBeHidden()

  const pill = reader.getByRole('button', { name: '2 new posts' })
  await expect(pill).toBeVisible()
  expect(Math.abs((await topOf(reader, visibleContent)) - originalTop)).toBeLessThan(1)
  await expect(postCard(reader, newContent)).toBeHidden()
  await pill.click()
  await expect(reader.getByRole('article').first()).toContainText(newContent)
  await expect(reader.getByRole('article').first()).toBeFocused()
  await expect(reader.getByRole('article').first()).toBeInViewport()
  await expect(pill).toBeHidden()
})

test('likes, comments and the deletion of a post show at another member', async ({
  member,
  secondMember,
}) => {
  const content = `Sunday stew ${uniqueSuffix()}`
  await createPost(member.page, { content })
  await Promise.all([member.page.goto('/'), secondMember.page.goto('/')])
  const [ownCard, otherCard] = [postCard(member.page, content), postCard(secondMember.page, content)]

  await otherCard.getByRole('button', { name: 'Like 0' }).click()
  await expect(otherCard.getByRole('button', { name: 'Like 1', pressed: true })).toBeVisible()
  await expect(ownCard.getByRole('button', { name: 'Like 1', pressed: false })).toBeVisible()
  await otherCard.getByRole('button', { name: 'Like 1' }).click()
  await expect(ownCard.getByRole('button', { name: 'Like 0' })).toBeVisible()

  for (const card of [otherCard, ownCard]) await card.getByRole('link', { name: 'Comments 0' }).click()
  await expect(member.page.getByText('No comments yet. Yours can be the first.')).toBeVisible()
  const field = secondMember.page.getByRole('textbox', { name: 'Your comment' })
  await field.fill('Which pepper do you use?')
  await field.press('Control+Enter')
  const comment = secondMember.page.getByRole('listitem').filter({ hasText: 'Which pepper' })
  await expect(comment).toBeVisible()
  await expect(member.page.getByRole('listitem').first()).toContainText('Which pepper')
  await expect(member.page.getByText('No comments yet. Yours can be the first.')).toBeHidden()
  await expect(member.page.getByRole('link', { name: 'Comments 1' })).toBeVisible()
  await checkAndPhotograph(member.page, 'post')
  await comment.getByRole('button', { name: 'Delete' }).click()
  await secondMember.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(comment).toBeHidden()
  await expect(member.page.getByRole('link', { name: 'Comments 0' })).toBeVisible()
  await expect(member.page.getByText('No comments yet. Yours can be the first.')).toBeVisible()

  await member.page.goBack()
  await ownCard.getByRole('button', { name: 'More' }).click()
  await member.page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = member.page.getByRole('alertdialog')
  await expect(question).toContainText(content)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(ownCard.getByRole('button', { name: 'More' })).toBeFocused()
  await member.page.keyboard.press('Enter')
  await member.page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(ownCard).toBeHidden()
  await expect(secondMember.page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible()
  await secondMember.page.reload()
  await expect(secondMember.page.getByText("This post may have been deleted or doesn't exist.")).toBeVisible()
  await photograph(secondMember.page, 'post-not-found')
})

test('a like that precedes the subscription of a slow page is shown once it has subscribed', async ({
  member,
  secondMember,
}) => {
  const content = `Bofrot for breakfast ${uniqueSuffix()}`
  const { id } = await createPost(member.page, { content })
  const own = postCard(member.page, content)
  const release = await delaySocketMessages(member.page)
  await member.page.goto('/')
  await expect(own.getByRole('button', { name: 'Like 0' })).toBeVisible()
  expect((await secondMember.page.request.post(`/api/posts/${id}/like`)).ok()).toBe(true)
  await release()
  await expect(own.getByRole('button', { name: 'Like 1', pressed: false })).toBeVisible()
})

/** Delays the socket messages that the page sends until the returned function is called. */
async function delaySocketMessages(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const released = new Promise((resolve) => addEventListener('release-socket', resolve, { once: true }))
    window.WebSocket = class extends WebSocket {
      override send(data: string): void {
        void released.then(() => super.send(data))
      }
    }
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('release-socket')))
}

test('an @ suggests members in a post, a comment and the chat', async ({ member, secondMember }) => {
  const { page } = member
  const { handle } = secondMember.user
  const typed = `@${handle.slice(0, -1)}`
  const option = page.getByRole('option', { name: `@${handle}` })

  await page.goto('/')
  const dialog = await openComposer(page)
  await page.keyboard.type(`Ask ${typed}`)
  await expect(option).toBeVisible()
  await axeCheck(page, { dark: true })
  await photograph(page, 'mention-post')
  await page.keyboard.press('Escape')
  await expect(option).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Backspace')
  await page.keyboard.type(` ${typed}`)
  await expect(option).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox')).toHaveValue(`Ask ${typed.slice(0, -1)} @${handle} `)
  await expect(dialog.getByRole('textbox')).toBeFocused()

  const post = await createPost(page)
  await page.goto(`/post/${post.id}`)
  const comment = page.getByRole('main').getByRole('textbox')
  await comment.fill('Thanks, and see you')
  await comment.press('Home')
  await page.keyboard.type(`${typed}`)
  await option.click()
  // The caret is after the inserted handle.
  await page.keyboard.type('- ')
  await expect(comment).toHaveValue(`@${handle} - Thanks, and see you`)

  const stream = await createStream(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/stream/${stream.id}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.click()
  await page.keyboard.type(`Welcome ${typed}`)
  await expect(option).toBeVisible()
  await axeCheck(page)
  await photograph(page, 'mention-chat')
  await page.keyboard.press('Enter')
  await expect(message).toHaveValue(`Welcome @${handle} `)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('log').getByText(`Welcome @${handle}`)).toBeVisible()
})

test('posting waits for the upload of an image, and the feed shows the image in responsive sizes', async ({
  member: { page },
}) => {
  const content = `Grandma’s quilt, block by block ${uniqueSuffix()}`
  await page.goto('/')
  const dialog = await openComposer(page)
  const text = dialog.getByRole('textbox', { name: 'Your post' })
  await text.fill(content)
  const attach = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await attach('page.png', Buffer.from('<html>no</html>'))
  await expect(dialog.getByRole('alert')).toContainText('The file could not be uploaded')
  // There is nothing to post before the file is removed or replaced.
  await expect(dialog.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
  await expect(dialog.getByRole('alert')).toHaveCount(1)
  await expect(text).toHaveValue(content)
  await axeCheck(page)

  await attach('wrong-block.png', await makePng(400, 300))
  await expect(dialog.getByText('wrong-block.png')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove wrong-block.png' }).click()
  await expect(dialog.getByText('wrong-block.png')).toBeHidden()

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/uploads', async (route) => {
    await released
    await route.continue()
  })
  await attach('quilt-block-01.png', await makePng(1920, 1080))
  await expect(dialog.getByText('quilt-block-01.png')).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await checkAndPhotograph(page, 'create-post')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Posting...' })).toBeVisible()
  release()
  await expect(page.getByText('Post created successfully!')).toBeVisible()

  const image = postCard(page, content).getByRole('img', { name: /^Picture shared by/ })
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(400)
  await expect(image).toHaveAttribute('srcset', / 480w, .* 960w, .* 1600w$/)
  await photograph(page, 'home-feed')
})

test('a posted video is loaded when it is played', async ({ member: { page } }) => {
  const content = `Ten seconds of the loom ${uniqueSuffix()}`
  await page.goto('/')
  const dialog = await openComposer(page)
  await dialog.getByRole('textbox', { name: 'Your post' }).fill(content)
  await recordAndAttach(page, 'loom.webm')
  await expect(dialog.getByText('loom.webm')).toBeVisible()
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Post created successfully!')).toBeVisible()
  const card = postCard(page, content)
  const play = card.getByRole('button', { name: 'Play' })
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth === 320
  const poster = card.locator('img[src^="/files/media/"]')
  await expect.poll(() => poster.evaluate(isDrawn)).toBe(true)
  await checkAndPhotograph(page, 'video-post')
  await play.scrollIntoViewIfNeeded()
  const height = (await card.boundingBox())?.height
  await play.click()
  await expect(card.locator('video')).toBeVisible()
  expect((await card.boundingBox())?.height).toBe(height)
  await expect
    .poll(() => card.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
})

/** Records a short video in the browser and attaches it to the post. */
async function recordAndAttach(page: Page, name: string): Promise<void> {
  await page.evaluate(async (fileName) => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const paint = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => (recorder.onstop = resolve))
    recorder.start()
    await new Promise<void>((resolve) => {
      let frame = 0
      const timer = setInterval(() => {
        if (paint) paint.fillStyle = frame % 2 ? '#23315f' : '#e0a12f'
        paint?.fillRect(0, 0, 320, 180)
        frame += 1
        if (frame < 25) return
        clearInterval(timer)
        resolve()
      }, 40)
    })
    recorder.stop()
    await stopped
    const files = new DataTransfer()
    files.items.add(new File(parts, fileName, { type: 'video/webm' }))
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
    if (!input) throw new Error('no composer')
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, name)
}

test('a post is written, published and deleted with the keyboard alone', async ({ member: { page } }) => {
  const content = `Keys only ${uniqueSuffix()}`
  await page.goto('/')
  await page.getByRole('button', { name: 'Share Your Story' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Your post' })).toBeFocused()
  await page.keyboard.type(content)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Photo or video' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Post created successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share Your Story' })).toBeFocused()

  const more = postCard(page, content).getByRole('button', { name: 'More' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(postCard(page, content)).toBeHidden()
})

test('drafts and an unsent comment survive a reload, and logging out removes the drafts of all tabs', async ({
  member: { page, context },
}) => {
  const post = await createPost(page)
  const other = await context.newPage()
  await other.goto(`/post/${post.id}`)
  const comments = `**/api/posts/${post.id}/comments`
  await other.route(comments, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  const field = other.getByRole('textbox', { name: 'Your comment' })
  await field.fill('Beautiful work')
  await other.getByRole('button', { name: 'Comment', exact: true }).click()
  const unsent = other.getByRole('list', { name: 'Your unsent comments' })
  await expect(unsent).toContainText('Not sent.')
  await expect(other.getByRole('link', { name: 'Comments 0' })).toBeVisible()
  await field.fill('And I wond')
  await other.reload()
  await expect(field).toHaveValue('And I wond')
  await other.unroute(comments)
  await unsent.getByRole('button', { name: 'Try again' }).click()
  await expect(other.getByRole('link', { name: 'Comments 1' })).toBeVisible()
  await expect(unsent).toBeHidden()

  await page.goto('/')
  await openComposer(page)
  const text = page.getByRole('textbox', { name: 'Your post' })
  await text.fill('Half a story')
  await page.reload()
  await openComposer(page)
  await expect(text).toHaveValue('Half a story')
  await page.keyboard.press('Escape')
  const storedDrafts = (tab: Page) => tab.evaluate(() => JSON.stringify(sessionStorage))
  expect(await storedDrafts(page)).toContain('Half a story')
  expect(await storedDrafts(other)).toContain('And I wond')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  expect(await storedDrafts(page)).not.toContain('Half a story')
  await expect.poll(() => storedDrafts(other)).not.toContain('And I wond')
})

test('the circle shows and announces posts of followed members, and a treasured post stays on its page until a reload', async ({
  member: { page },
  playwright,
  baseURL,
}) => {
  const friend = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { user } = await signUp(friend)
  const first = await createPost(friend, { content: `From the one I follow ${uniqueSuffix()}` })
  await page.goto('/circle')
  await expect(page.getByRole('heading', { name: 'Your circle is open' })).toBeVisible()
  await checkAndPhotograph(page, 'circle-empty')
  expect((await page.request.post(followUser.path.replace(':userId', user.id))).ok()).toBe(true)
  await page.reload()
  await expect(postCard(page, first.content)).toBeVisible()
  await photograph(page, 'circle')
  const { content } = await createPost(friend, { content: `News for my followers ${uniqueSuffix()}` })
  await friend.dispose()
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(page.getByRole('article').first()).toContainText(content)
  await postCard(page, content).getByRole('button', { name: 'Treasure' }).click()
  await expect(postCard(page, content).getByRole('button', { name: 'Treasure', pressed: true })).toBeVisible()

  await page.goto('/treasured')
  await postCard(page, content).getByRole('button', { name: 'Treasure', pressed: true }).click()
  await expect(
    postCard(page, content).getByRole('button', { name: 'Treasure', pressed: false }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Nothing treasured yet' })).toBeVisible()
})

test('the feed truncates a long post, loads more while scrolling, and back restores the scroll position', async ({
  member: { page },
}) => {
  const first = `At the bottom ${uniqueSuffix()}`
  await createPost(page, { content: first })
  for (let index = 0; index < 24; index++) await createPost(page)
  const lines = Array.from({ length: 30 }, (_, index) => `Line ${index + 1} of a long story.`)
  const long = await createPost(page, { content: [uniqueSuffix(), ...lines].join('\n') })
  await page.goto('/')
  await expect(page.getByRole('article')).toHaveCount(20)
  const card = postCard(page, long.content.slice(0, 8))
  const text = card.getByText(long.content.slice(0, 8))
  const heightOf = () => text.evaluate((node) => node.clientHeight)
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(1)
  const truncatedHeight = await heightOf()
  await card.getByRole('button', { name: 'Show more' }).click()
  expect(await heightOf()).toBeGreaterThan(2 * truncatedHeight)
  await card.getByRole('button', { name: 'Show less' }).click()
  expect(await heightOf()).toBe(truncatedHeight)

  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(postCard(page, first)).toBeAttached()
  await postCard(page, first).scrollIntoViewIfNeeded()
  const top = await topOf(page, first)
  await postCard(page, first)
    .getByRole('link', { name: /^Comments/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Post by/ })).toBeFocused()
  await page.goBack()
  await expect(postCard(page, first)).toBeInViewport()
  await expect.poll(async () => Math.abs((await topOf(page, first)) - top)).toBeLessThan(40)
})
