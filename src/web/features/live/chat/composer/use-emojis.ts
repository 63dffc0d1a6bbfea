import { useContext, useMemo } from 'react'
import { useTranslations } from 'use-intl/react'
import type { CreatorEmoji } from '#shared/live/creator-emoji.ts'
import { ChatEmojiContext } from '#web/features/live/chat/emoji/chat-emoji.tsx'

/** `hasTone`: it can have a skin tone. `own`: a custom emoji of the creator, written as its name between colons. */
type Emoji = { sign: string; name: string; hasTone?: true; own?: CreatorEmoji }
export type EmojiGroup = { name: string; emojis: readonly Emoji[] }

/** Returns the emoji of the picker; the creator's own come first. */
export function useEmojis(): readonly EmojiGroup[] {
  const groups = [useFaces(), useHands(), useHearts(), useThings()]
  const ownEmoji = useOwn()
  return ownEmoji.emojis.length > 0 ? [ownEmoji, ...groups] : groups
}

function useOwn(): EmojiGroup {
  const t = useTranslations('emoji')
  const emojis = [...useContext(ChatEmojiContext).values()].map((own) => {
    const sign = `:${own.name}:`
    return { sign, name: sign, own }
  })
  return { name: t('own'), emojis }
}

function useFaces(): EmojiGroup {
  const t = useTranslations('emoji')
  return useMemo(
    () => ({
      name: t('faces'),
      emojis: [
        { sign: '😂', name: t('joy') },
        { sign: '😀', name: t('grin') },
        { sign: '😊', name: t('smile') },
        { sign: '🤣', name: t('laughing') },
        { sign: '😉', name: t('wink') },
        { sign: '😍', name: t('heartEyes') },
        { sign: '😘', name: t('kiss') },
        { sign: '🤗', name: t('hug') },
        { sign: '😎', name: t('cool') },
        { sign: '🤔', name: t('thinking') },
        { sign: '😋', name: t('savouring') },
        { sign: '🥺', name: t('pleading') },
        { sign: '😢', name: t('crying') },
        { sign: '😭', name: t('sobbing') },
        { sign: '🥳', name: t('party') },
        { sign: '🤯', name: t('mindBlown') },
      ],
    }),
    [t],
  )
}

function useHands(): EmojiGroup {
  const t = useTranslations('emoji')
  return useMemo(
    () => ({
      name: t('hands'),
      emojis: [
        { sign: '👏', name: t('clap'), hasTone: true },
        { sign: '🙌', name: t('raised'), hasTone: true },
        { sign: '👍', name: t('thumbsUp'), hasTone: true },
        { sign: '👎', name: t('thumbsDown'), hasTone: true },
        { sign: '👋', name: t('wave'), hasTone: true },
        { sign: '🙏', name: t('pray'), hasTone: true },
        { sign: '💪', name: t('muscle'), hasTone: true },
        { sign: '✊', name: t('fist'), hasTone: true },
        { sign: '✌️', name: t('victory'), hasTone: true },
        { sign: '👌', name: t('ok'), hasTone: true },
        { sign: '🤙', name: t('callMe'), hasTone: true },
        { sign: '🤞', name: t('fingersCrossed'), hasTone: true },
        { sign: '💃', name: t('dancingWoman'), hasTone: true },
        { sign: '🕺', name: t('dancingMan'), hasTone: true },
        { sign: '🙋', name: t('raisingHand'), hasTone: true },
        { sign: '🙇', name: t('bow'), hasTone: true },
      ],
    }),
    [t],
  )
}

function useHearts(): EmojiGroup {
  const t = useTranslations('emoji')
  return useMemo(
    () => ({
      name: t('hearts'),
      emojis: [
        { sign: '❤️', name: t('redHeart') },
        { sign: '🧡', name: t('orangeHeart') },
        { sign: '💛', name: t('yellowHeart') },
        { sign: '💚', name: t('greenHeart') },
        { sign: '💙', name: t('blueHeart') },
        { sign: '💜', name: t('purpleHeart') },
        { sign: '🤎', name: t('brownHeart') },
        { sign: '🖤', name: t('blackHeart') },
        { sign: '🔥', name: t('fire') },
        { sign: '✨', name: t('sparkles') },
        { sign: '💯', name: t('hundred') },
        { sign: '🎉', name: t('tada') },
        { sign: '⭐', name: t('star') },
        { sign: '👑', name: t('crown') },
        { sign: '🌹', name: t('rose') },
        { sign: '🌈', name: t('rainbow') },
      ],
    }),
    [t],
  )
}

function useThings(): EmojiGroup {
  const t = useTranslations('emoji')
  return useMemo(
    () => ({
      name: t('things'),
      emojis: [
        { sign: '🎶', name: t('notes') },
        { sign: '🥁', name: t('drum') },
        { sign: '🎺', name: t('trumpet') },
        { sign: '🎤', name: t('microphone') },
        { sign: '🎸', name: t('guitar') },
        { sign: '🎷', name: t('saxophone') },
        { sign: '🍲', name: t('pot') },
        { sign: '🍛', name: t('curry') },
        { sign: '🌶️', name: t('pepper') },
        { sign: '🥭', name: t('mango') },
        { sign: '🍌', name: t('plantain') },
        { sign: '☕', name: t('coffee') },
        { sign: '🌍', name: t('earthAfrica') },
        { sign: '🌎', name: t('earthAmericas') },
        { sign: '🌴', name: t('palmTree') },
        { sign: '☀️', name: t('sun') },
      ],
    }),
    [t],
  )
}

/** Returns the skin tones of Unicode (emoji modifiers), with none as ''. */
export function useTones(): readonly { modifier: string; name: string }[] {
  const t = useTranslations('emoji')
  return useMemo(
    () => [
      { modifier: '', name: t('toneNone') },
      { modifier: '\u{1F3FB}', name: t('toneLight') },
      { modifier: '\u{1F3FC}', name: t('toneMediumLight') },
      { modifier: '\u{1F3FD}', name: t('toneMedium') },
      { modifier: '\u{1F3FE}', name: t('toneMediumDark') },
      { modifier: '\u{1F3FF}', name: t('toneDark') },
    ],
    [t],
  )
}

/** Returns the emoji in a skin tone: the modifier replaces the variation selector U+FE0F. */
export function applyTone(sign: string, modifier: string): string {
  return modifier === '' ? sign : sign.replace('\u{FE0F}', '') + modifier
}
