import { Send } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { limit } from '#shared/limits.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'

/** Enter sends; empty text stays. */
export function ChatComposer({ onSend }: { onSend: (text: string) => void }) {
  const t = useTranslations('chat')
  const [text, setText] = useState('')
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (text.trim() === '') return
    onSend(text)
    setText('')
  }
  return (
    <form
      onSubmit={submit}
      className="sticky bottom-(--foot,0px) flex gap-2 border-t border-line bg-surface p-3 md:rounded-b-card"
    >
      <Input
        aria-label={t('message')}
        placeholder={t('placeholder')}
        dir="auto"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={limit('chatMessage')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <IconButton type="submit" label={t('send')} variant="soft">
        <Send aria-hidden className="rtl:-scale-x-100" />
      </IconButton>
    </form>
  )
}
