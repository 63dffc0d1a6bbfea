import { followUser } from '#shared/accounts/follows.ts'
import { messageField, messageOf, openChat, sendMessage, setChatRule } from '../support/chatting.ts'
import { checkAndPhotograph, expect, test } from '../support/fixtures.ts'

test('a chat for followers of ten minutes tells a new follower how long is left', async ({
  member,
  secondMember,
}) => {
  const [streamer, viewer] = [member.page, secondMember.page]
  await openChat(streamer, viewer)
  await setChatRule(streamer, 'Followers for 10 minutes or longer')
  const notice = viewer.getByText('Only members who have followed for 10 minutes can write here.', {
    exact: false,
  })
  await expect(notice).toBeVisible()
  await expect(messageField(viewer)).toBeHidden()
  await viewer.request.post(followUser.path.replace(':userId', member.user.id), { data: { following: true } })
  await expect(viewer.getByText(/^You can write in (10:00|9:\d\d)\.$/)).toBeVisible()
  await checkAndPhotograph(viewer, 'chat-follow-too-new')
  await setChatRule(streamer, 'Followers only')
  await expect(messageField(viewer)).toBeVisible()
  await expect(notice).toBeHidden()
})

test('the first message of a member in the chats of a creator is marked for everyone', async ({
  member,
  secondMember,
}) => {
  await openChat(member.page, secondMember.page)
  await sendMessage(member.page, 'Welcome to the workshop')
  await sendMessage(secondMember.page, 'Hello from Accra')
  await sendMessage(secondMember.page, 'What is that drum called?')
  for (const page of [member.page, secondMember.page]) {
    await expect(messageOf(page, 'Hello from Accra')).toContainText('First message')
    await expect(messageOf(page, 'What is that drum called?')).not.toContainText('First message')
    await expect(messageOf(page, 'Welcome to the workshop')).not.toContainText('First message')
  }
  await checkAndPhotograph(member.page, 'chat-first-message')
})
