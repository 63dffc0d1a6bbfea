import * as z from 'zod/mini'
import { MAX_SITE_WORDS, findWordListError } from '#shared/text/word-list.ts'
import type { Setting } from './setting.ts'

/** Settings of what members may write; only the server reads them. */
export const COMMUNITY_SETTINGS = {
  'community.refusedWords': wordList(),
  'community.heldWords': wordList(),
  /** 0, the default, limits nobody: on a small site new members are usually invited. */
  'community.newAccountHours': {
    type: 'number',
    category: 'general',
    value: z.int().check(z.minimum(0), z.maximum(30 * 24)),
    fallback: 0,
  },
  'community.newAccountPostsPerHour': {
    type: 'number',
    category: 'general',
    value: z.int().check(z.minimum(1), z.maximum(1000)),
    fallback: 5,
  },
  'community.newAccountLinks': { type: 'boolean', category: 'general', value: z.boolean(), fallback: false },
} satisfies Record<string, Setting>

function wordList() {
  return {
    type: 'string',
    category: 'general',
    value: z.string().check(z.refine((text) => findWordListError(text, MAX_SITE_WORDS) === null)),
    fallback: '',
    maxWords: MAX_SITE_WORDS,
  } as const satisfies Setting
}
