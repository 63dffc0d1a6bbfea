import { Smile } from '#web/ui/icons/smile.tsx'
import { useTranslations } from 'use-intl/react'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Opens the emoji picker, whose code is loaded on the first press. */
export function EmojiButton({ onPick }: { onPick: (emoji: string) => void }) {
  const t = useTranslations('chat')
  const { Component: EmojiPicker, isLoading, load } = useLazyComponent(loadEmojiPicker)
  const buttonProps = {
    label: t('emoji'),
    'aria-haspopup': 'dialog',
    className: 'absolute end-0.5 top-0.5',
    children: <Smile aria-hidden />,
  } as const
  if (EmojiPicker) return <EmojiPicker trigger={<IconButton {...buttonProps} />} onPick={onPick} />
  return (
    <IconButton {...buttonProps} aria-expanded={false} aria-busy={isLoading} onClick={() => void load()} />
  )
}

const loadEmojiPicker = async () => (await import('./emoji-picker.tsx')).EmojiPicker
