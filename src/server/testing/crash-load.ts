import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { media } from '#shared/media/uploads.ts'
import { post as postSchema } from '#shared/community/posts.ts'
import { finish, upload } from '#server/features/media/uploads/test-uploads.ts'
import { TestClient } from '#server/testing/test-client.ts'

/** The writes that the app has acknowledged; all of them must survive every crash. */
export type Acknowledged = {
  postIds: string[]
  likes: { postId: string; userId: string }[]
  follows: { followerId: string; followedId: string }[]
  chatClientIds: string[]
  mediaUrls: string[]
  /** Streams of whose start the followers of the streamer must be notified exactly once. */
  startedStreamIds: string[]
}

/** The load of one app until it is killed: each kind of write in a loop of its own. */
export class CrashLoad {
  readonly acknowledged: Acknowledged = {
    postIds: [],
    likes: [],
    follows: [],
    chatClientIds: [],
    mediaUrls: [],
    startedStreamIds: [],
  }
  readonly #url: string
  #members: [TestClient, TestClient] | null = null
  #chatStreamId = ''

  constructor(url: string) {
    this.#url = url
  }

  get count(): number {
    return Object.values(this.acknowledged).reduce((sum, list) => sum + list.length, 0)
  }

  /** Writes until the app is gone. Errors of requests are expected: nothing was acknowledged then. */
  async run(): Promise<void> {
    this.#members ??= await this.#prepare()
    const [first, second] = this.#members
    const writes = [
      () => this.#post(first),
      () => this.#like(second),
      () => this.#chat(second),
      () => this.#upload(first),
      () => this.#start(second),
    ]
    await Promise.all(writes.map((write) => repeatUntilGone(write)))
  }

  async #prepare(): Promise<[TestClient, TestClient]> {
    const [first, second] = [await this.#member(), await this.#member()]
    this.#chatStreamId = (await first.createStream()).id
    return [first, second]
  }

  async #member(): Promise<TestClient> {
    const member = new TestClient(this.#url)
    await member.signUp()
    return member
  }

  async #post(author: TestClient): Promise<void> {
    const { status, body } = await author.post('/api/posts', {
      content: 'During a crash',
      clientId: randomUUID(),
    })
    if (status === 201) this.acknowledged.postIds.push(postSchema.parse(body).id)
  }

  async #like(member: TestClient): Promise<void> {
    const postId = this.acknowledged.postIds.at(-1)
    if (postId === undefined) throw new Error('no post yet')
    const { status } = await member.post(`/api/posts/${postId}/like`, { liked: true })
    if (status === 200) this.acknowledged.likes.push({ postId, userId: member.user.id })
  }

  async #chat(sender: TestClient): Promise<void> {
    const clientId = randomUUID()
    const { status } = await sender.post('/api/chat/send', {
      streamId: this.#chatStreamId,
      message: 'During a crash',
      clientId,
    })
    if (status === 201) this.acknowledged.chatClientIds.push(clientId)
  }

  async #upload(owner: TestClient): Promise<void> {
    const { status, body } = await finish(owner, await upload(owner, await PICTURE))
    if (status === 200) this.acknowledged.mediaUrls.push(media.parse(body).url)
  }

  /** A new streamer for each start: followers are notified of a streamer's starts at most once an hour. */
  async #start(follower: TestClient): Promise<void> {
    const streamer = await this.#member()
    const followed = await follower.post(`/api/users/${streamer.user.id}/follow`, { following: true })
    if (followed.status !== 200) return
    this.acknowledged.follows.push({ followerId: follower.user.id, followedId: streamer.user.id })
    const { id } = await streamer.createStream()
    const { status } = await streamer.put(`/api/streams/${id}`, { isLive: true })
    if (status === 200) this.acknowledged.startedStreamIds.push(id)
  }
}

const PICTURE = sharp({ create: { width: 40, height: 30, channels: 3, background: '#832' } })
  .png()
  .toBuffer()

/** `fetch` rejects with a TypeError when the app does not respond any more. */
async function repeatUntilGone(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write()
    } catch (error) {
      if (error instanceof TypeError) return
      // A refusal, as by a limit: the next write may succeed.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
