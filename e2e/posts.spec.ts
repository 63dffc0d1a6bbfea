import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { followUser } from '#shared/follows.ts'
import {
  axeCheck,
  createPost,
  createStream,
  darkContrastCheck,
  expect,
  look,
  photograph,
  test,
} from './support/fixtures.ts'
import { makePng, openComposer, postOf } from './support/posting.ts'

const mark = () => randomUUID().slice(0, 8)

/** The top of an element on the screen, in px. */
async function topOf(page: Page, content: string): Promise<number> {
  const box = await postOf(page, content).boundingBox()
  if (!box) throw new Error(`'${content}' is not on the page`)
  return box.y
}

test("another's post waits as '1 new post' and moves nothing that is read", async ({
  member,
  secondMember,
}) => {
  const read = `What is being read ${mark()}`
  await createPost(member.page, { content: read })
  for (let index = 0; index < 8; index++) await createPost(member.page)
  const reader = secondMember.page
  await reader.goto('/')
  await postOf(reader, read).scrollIntoViewIfNeeded()
  await expect.poll(() => reader.evaluate(() => scrollY)).toBeGreaterThan(200)
  const before = await topOf(reader, read)

  const news = `Fresh from the loom ${mark()}`
  await member.page.goto('/')
  await openComposer(member.page)
  await member.page.getByRole('textbox', { name: 'Your post' }).fill(news)
  await member.page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(member.page.getByText('Post created successfully!')).toBeVisible()
  await expect(member.page.getByRole('dialog')).toBeHidden()
  await expect(member.page.getByRole('article').first()).toContainText(news)
  await expect(member.page.getByRole('button', { name: /new post/ })).toBeHidden()

  const pill = reader.getByRole('button', { name: '1 new post' })
  await expect(pill).toBeVisible()
  expect(Math.abs((await topOf(reader, read)) - before)).toBeLessThan(1)
  await expect(postOf(reader, news)).toBeHidden()
  await pill.click()
  await expect(reader.getByRole('article').first()).toContainText(news)
  await expect(reader.getByRole('article').first()).toBeFocused()
  await expect(reader.getByRole('article').first()).toBeInViewport()
  await expect(pill).toBeHidden()
})

test('likes and comments move at the other, and a deleted post vanishes there', async ({
  member,
  secondMember,
}) => {
  const content = `Sunday stew ${mark()}`
  await createPost(member.page, { content })
  await Promise.all([member.page.goto('/'), secondMember.page.goto('/')])
  const [own, others] = [postOf(member.page, content), postOf(secondMember.page, content)]

  await others.getByRole('button', { name: 'Like 0' }).click()
  await expect(others.getByRole('button', { name: 'Like 1', pressed: true })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Like 1', pressed: false })).toBeVisible()
  await others.getByRole('button', { name: 'Like 1' }).click()
  await expect(own.getByRole('button', { name: 'Like 0' })).toBeVisible()

  await others.getByRole('link', { name: 'Comments 0' }).click()
  await expect(secondMember.page.getByRole('heading', { name: /^Post by/ })).toBeVisible()
  await secondMember.page.getByRole('textbox', { name: 'Your comment' }).fill('Which pepper do you use?')
  await secondMember.page.keyboard.press('Control+Enter')
  await expect(secondMember.page.getByRole('listitem').filter({ hasText: 'Which pepper' })).toBeVisible()
  await expect(own.getByRole('link', { name: 'Comments 1' })).toBeVisible()
  await expect(secondMember.page.getByRole('link', { name: 'Comments 1' })).toBeVisible()

  await own.getByRole('button', { name: 'More' }).click()
  await member.page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = member.page.getByRole('alertdialog')
  await expect(question).toContainText(content)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(own.getByRole('button', { name: 'More' })).toBeFocused()
  await member.page.keyboard.press('Enter')
  await member.page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(own).toBeHidden()
  await expect(secondMember.page.getByRole('heading', { name: 'Post Not Found' })).toBeVisible()
  await secondMember.page.reload()
  await expect(secondMember.page.getByText("This post may have been deleted or doesn't exist.")).toBeVisible()
  await look(secondMember.page, 'post-not-found')
  await darkContrastCheck(secondMember.page)
})

test('a like that comes before a slow page is heard is on it soon after', async ({
  member,
  secondMember,
}) => {
  const content = `Bofrot for breakfast ${mark()}`
  const { id } = await createPost(member.page, { content })
  const own = postOf(member.page, content)
  const letGo = await holdSocket(member.page)
  await member.page.goto('/')
  await expect(own.getByRole('button', { name: 'Like 0' })).toBeVisible()
  expect((await secondMember.page.request.post(`/api/posts/${id}/like`)).ok()).toBe(true)
  await letGo()
  await expect(own.getByRole('button', { name: 'Like 1', pressed: false })).toBeVisible()
})

/** What the page says over its sockets waits until the function that this answers is called. */
async function holdSocket(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const held = new Promise((resolve) => addEventListener('letgo', resolve, { once: true }))
    window.WebSocket = class extends WebSocket {
      override send(data: string): void {
        void held.then(() => super.send(data))
      }
    }
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('letgo')))
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
  await axeCheck(page)
  await darkContrastCheck(page)
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
  // The caret stands behind the handle, where writing goes on.
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

test('a thread moves for both who read it', async ({ member, secondMember }) => {
  const { id } = await createPost(member.page, { content: `Naming the quilt blocks ${mark()}` })
  await Promise.all([member.page.goto(`/post/${id}`), secondMember.page.goto(`/post/${id}`)])
  const write = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Your comment' }).fill(text)
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
  }
  await write(secondMember.page, 'My aunt called it Broken Dishes.')
  await member.page.getByRole('button', { name: '1 new comment' }).click()
  await expect(member.page.getByRole('listitem').first()).toContainText('Broken Dishes')
  await write(member.page, 'So did mine, in Gee’s Bend.')
  await expect(secondMember.page.getByRole('button', { name: '1 new comment' })).toBeVisible()
  await look(member.page, 'post')
  await expect(secondMember.page.getByRole('link', { name: 'Comments 2' })).toBeVisible()

  const own = secondMember.page.getByRole('listitem').filter({ hasText: 'Broken Dishes' })
  await own.getByRole('button', { name: 'Delete' }).click()
  await secondMember.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(own).toBeHidden()
  await expect(member.page.getByRole('link', { name: 'Comments 1' })).toBeVisible()
})

test('a picture is sent while one writes, and stands in the feed in the sizes that pages need', async ({
  member,
  secondMember,
}) => {
  const { page } = member
  const content = `Grandma’s quilt, block by block ${mark()}`
  await page.goto('/')
  const dialog = await openComposer(page)
  await dialog.getByRole('textbox', { name: 'Your post' }).fill(content)
  const pick = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  await pick('wrong-block.png', await makePng(400, 300))
  await expect(dialog.getByText('wrong-block.png')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove wrong-block.png' }).click()
  await expect(dialog.getByText('wrong-block.png')).toBeHidden()
  await pick('quilt-block-01.png', await makePng(1920, 1080))
  await expect(dialog.getByText('quilt-block-01.png')).toBeVisible()
  await expect(dialog.getByRole('progressbar')).toBeHidden()
  await look(page, 'create-post')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Post created successfully!')).toBeVisible()

  await secondMember.page.goto('/')
  const image = postOf(secondMember.page, content).getByRole('img', { name: /^Picture shared by/ })
  await postOf(secondMember.page, content).scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(400)
  await expect(image).toHaveAttribute('srcset', / 480w, .* 960w, .* 1600w$/)
  await look(secondMember.page, 'home-feed')
  const address = await image.getAttribute('src')
  await page.goto('/profile')
  await createPost(page, { content: 'Second use', mediaUrl: address }).then(
    () => expect('the address was taken again').toBe('refused'),
    (error: Error) => expect(error.message).toContain('422'),
  )
})

test('posting waits for the file, and a file that is no picture is refused in words', async ({
  member: { page },
}) => {
  const content = `Threading notes ${mark()}`
  await page.goto('/')
  const dialog = await openComposer(page)
  await dialog.getByRole('textbox', { name: 'Your post' }).fill(content)
  const input = dialog.locator('input[type=file]')
  await input.setInputFiles({
    name: 'page.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<html>no</html>'),
  })
  await expect(dialog.getByRole('alert')).toContainText('The file could not be uploaded')
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Failed to create post')).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(1)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Failed to create post')).toBeHidden()
  await expect(dialog.getByRole('textbox', { name: 'Your post' })).toHaveValue(content)
  await axeCheck(page)

  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/uploads', async (route) => {
    await held
    await route.continue()
  })
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: await makePng(640, 480) })
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Posting...' })).toBeVisible()
  letGo()
  await expect(page.getByText('Post created successfully!')).toBeVisible()
  await expect(postOf(page, content).getByRole('img', { name: /^Picture/ })).toBeVisible()
})

test('a video is posted, and comes when it is played', async ({ member: { page } }) => {
  const content = `Ten seconds of the loom ${mark()}`
  await page.goto('/')
  const dialog = await openComposer(page)
  await dialog.getByRole('textbox', { name: 'Your post' }).fill(content)
  await recordInto(page, 'loom.webm')
  await expect(dialog.getByText('loom.webm')).toBeVisible()
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByText('Post created successfully!')).toBeVisible()
  const card = postOf(page, content)
  const play = card.getByRole('button', { name: 'Play' })
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth === 320
  const poster = card.locator('img[src^="/files/media/"]')
  await expect.poll(() => poster.evaluate(isDrawn)).toBe(true)
  await look(page, 'video-post')
  await play.scrollIntoViewIfNeeded()
  const height = (await card.boundingBox())?.height
  await play.click()
  await expect(card.locator('video')).toBeVisible()
  expect((await card.boundingBox())?.height).toBe(height)
  await expect
    .poll(() => card.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0)
})

/** Picks a short video that the browser itself has recorded. */
async function recordInto(page: Page, name: string): Promise<void> {
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

test('a post is written, published and deleted by keyboard alone', async ({ member: { page } }) => {
  const content = `Keys only ${mark()}`
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

  const more = postOf(page, content).getByRole('button', { name: 'More' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(postOf(page, content)).toBeHidden()
})

test('what was written survives a reload of the page', async ({ member: { page } }) => {
  await page.goto('/')
  await openComposer(page)
  await page.getByRole('textbox', { name: 'Your post' }).fill('Half a story')
  await page.reload()
  await openComposer(page)
  await expect(page.getByRole('textbox', { name: 'Your post' })).toHaveValue('Half a story')
})

test('whoever logs out leaves nothing of what was being written, in no tab', async ({
  member: { page, context },
}) => {
  const post = await createPost(page)
  const other = await context.newPage()
  await other.goto(`/post/${post.id}`)
  await other.getByRole('textbox', { name: 'Your comment' }).fill('And I wond')
  await page.goto('/')
  await openComposer(page)
  await page.getByRole('textbox', { name: 'Your post' }).fill('Half a story')
  await page.keyboard.press('Escape')
  const kept = (tab: Page) => tab.evaluate(() => JSON.stringify(sessionStorage))
  expect(await kept(page)).toContain('Half a story')
  expect(await kept(other)).toContain('And I wond')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  expect(await kept(page)).not.toContain('Half a story')
  await expect.poll(() => kept(other)).not.toContain('And I wond')
})

for (const { path, title } of [
  { path: '/circle', title: 'Your circle is open' },
  { path: '/treasured', title: 'Nothing treasured yet' },
  { path: '/journey', title: 'Your journey begins here' },
])
  test(`${path} says what will stand there`, async ({ member: { page } }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await look(page, `${path.slice(1)}-empty`)
  })

test('a comment that was begun, and one that was not sent, are there after leaving and after a reload', async ({
  member: { page },
}) => {
  const post = await createPost(page)
  await page.goto(`/post/${post.id}`)
  const field = page.getByRole('textbox', { name: 'Your comment' })
  const comments = `**/api/posts/${post.id}/comments`
  await page.route(comments, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await field.fill('Beautiful work')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const unsent = page.getByRole('list', { name: 'Your comments that are not sent yet' })
  await expect(unsent).toContainText('Not sent.')
  await expect(page.getByRole('link', { name: 'Comments 0' })).toBeVisible()
  await field.fill('And I wond')
  await page.getByRole('link', { name: 'Creative Wave' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await page.goBack()
  await expect(field).toHaveValue('And I wond')
  await expect(unsent).toContainText('Beautiful work')
  await page.reload()
  await expect(field).toHaveValue('And I wond')
  await page.unroute(comments)
  await unsent.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Comments 1' })).toBeVisible()
  await expect(unsent).toBeHidden()
  await field.fill('')
  await page.reload()
  await expect(page.getByText('Beautiful work')).toHaveCount(1)
  await expect(field).toHaveValue('')
})

test('the circle gathers those one follows, and what is treasured keeps its place', async ({
  member: { page },
  secondMember,
}) => {
  const { content } = await createPost(secondMember.page, { content: `From the one I follow ${mark()}` })
  const follow = followUser.path.replace(':userId', secondMember.user.id)
  expect((await page.request.post(follow)).ok()).toBe(true)
  await page.goto('/circle')
  await expect(postOf(page, content)).toBeVisible()
  await look(page, 'circle')
  await postOf(page, content).getByRole('button', { name: 'Treasure' }).click()

  await page.goto('/treasured')
  await expect(postOf(page, content)).toBeVisible()
  await look(page, 'treasured')
  await postOf(page, content).getByRole('button', { name: 'Treasure', pressed: true }).click()
  await expect(postOf(page, content).getByRole('button', { name: 'Treasure', pressed: false })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Nothing treasured yet' })).toBeVisible()
})

test('the circle announces what those one follows post meanwhile', async ({
  member: { page },
  secondMember,
}) => {
  const first = await createPost(page, { content: `My own ${mark()}` })
  const follow = followUser.path.replace(':userId', secondMember.user.id)
  expect((await page.request.post(follow)).ok()).toBe(true)
  await page.goto('/circle')
  await expect(postOf(page, first.content)).toBeVisible()
  const { content } = await createPost(secondMember.page, { content: `News for my followers ${mark()}` })
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(page.getByRole('article').first()).toContainText(content)
})

test('the journey has what one has made', async ({ member: { page } }) => {
  await createPost(page, { content: 'My first story here' })
  await createStream(page, { title: 'My first stream' })
  await page.goto('/journey')
  await expect(page.getByRole('link', { name: /My first story here/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /My first stream/ })).toBeVisible()
  await look(page, 'journey')
})

test('a visitor reads a post and its thread, and is asked to sign in to join', async ({
  browser,
  member,
}) => {
  const content = `For everyone ${mark()} #${mark()}x`
  const { id } = await createPost(member.page, { content })
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(`/post/${id}`)
  await expect(postOf(visitor, content)).toBeVisible()
  await expect(visitor.getByText('Sign in to comment')).toBeVisible()
  await visitor.getByRole('button', { name: 'Like 0' }).click()
  await expect(visitor.getByText('Please log in to like posts')).toBeVisible()
  await look(visitor, 'post-signed-out')
  for (const path of ['/circle', '/treasured', '/journey']) {
    await visitor.goto(path)
    await expect(visitor).toHaveURL(/\/auth\/login\?returnTo=/)
  }
  await context.close()
})

test('a long story is cut, and opens on demand', async ({ member: { page } }) => {
  const lines = Array.from({ length: 30 }, (_, index) => `Line ${index + 1} of a long story.`)
  const { content } = await createPost(page, { content: [mark(), ...lines].join('\n') })
  const short = await createPost(page, { content: `Short ${mark()}` })
  await page.goto('/')
  const card = postOf(page, content.slice(0, 8))
  const text = card.getByText(content.slice(0, 8))
  const heightOf = () => text.evaluate((node) => node.clientHeight)
  await card.scrollIntoViewIfNeeded()
  await expect(card.getByRole('button', { name: 'Show more' })).toBeVisible()
  await expect(postOf(page, short.content).getByRole('button', { name: 'Show more' })).toBeHidden()
  const cut = await heightOf()
  await card.getByRole('button', { name: 'Show more' }).click()
  expect(await heightOf()).toBeGreaterThan(2 * cut)
  await card.getByRole('button', { name: 'Show less' }).click()
  expect(await heightOf()).toBe(cut)
})

test('endless: the feed goes on by itself, and back leads to the same place', async ({
  member,
  secondMember,
}) => {
  const first = `At the bottom ${mark()}`
  await createPost(member.page, { content: first })
  for (let index = 0; index < 25; index++) await createPost(secondMember.page)
  const { page } = member
  await page.goto('/')
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(postOf(page, first)).toBeAttached()
  await postOf(page, first).scrollIntoViewIfNeeded()
  const top = await topOf(page, first)
  await postOf(page, first)
    .getByRole('link', { name: /^Comments/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Post by/ })).toBeFocused()
  await page.goBack()
  await expect(postOf(page, first)).toBeInViewport()
  await expect.poll(async () => Math.abs((await topOf(page, first)) - top)).toBeLessThan(40)
})
