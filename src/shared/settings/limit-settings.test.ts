import { expect, test } from 'vitest'
import { LIMIT_SETTINGS } from './limit-settings.ts'

const MINUTE = 60
const MIB = 1024 ** 2

test('a new site has the documented default limits', () => {
  const defaults = Object.fromEntries(
    Object.entries(LIMIT_SETTINGS).map(([key, { fallback }]) => [key.replace('limits.', ''), fallback]),
  )
  expect(defaults).toEqual({
    failedSignInsOfAccount: { points: 10, seconds: 15 * MINUTE },
    failedSignInsOfAddress: { points: 300, seconds: 15 * MINUTE },
    registrations: { points: 120, seconds: 60 * MINUTE },
    registrationsOfNetwork: { points: 600, seconds: 60 * MINUTE },
    posts: { points: 30, seconds: 10 * MINUTE },
    comments: { points: 60, seconds: 10 * MINUTE },
    likes: { points: 300, seconds: 10 * MINUTE },
    follows: { points: 300, seconds: 10 * MINUTE },
    chat: { points: 8, seconds: 5 },
    joins: { points: 30, seconds: MINUTE },
    joinsOfAddress: { points: 600, seconds: MINUTE },
    rejoinFree: { points: 1, seconds: 10 * MINUTE },
    starts: { points: 20, seconds: 10 * MINUTE },
    sockets: 20,
    socketsOfAddress: 2000,
    jsonBytes: MIB,
    postBytes: 24 * MIB,
    fileBytes: 1024 * MIB,
    pictureBytes: 10 * MIB,
    storageBytes: 10 * 1024 * MIB,
    proStorageBytes: 100 * 1024 * MIB,
    languages: 20,
    tags: 30,
    tagLength: 40,
    socialLinks: 20,
    playbacks: 60,
    profileName: 100,
    bio: 1000,
    post: 5000,
    comment: 1000,
    chatMessage: 500,
    tipMessage: 200,
  })
})
