import type { KeyboardEvent, RefObject, SubmitEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { textLength } from '#shared/fields.ts'
import { limit } from '#shared/settings/limits.ts'
import { isVisible } from '#shared/text/visible.ts'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { useMentions } from '#web/features/accounts/shared/mentions/use-mentions.tsx'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'
import { UserAvatar } from '#web/features/accounts/shared/user-avatar/user-avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'
import { TextLimit } from '#web/ui/forms/text-limit.tsx'

type CommentFormProps = {
  user: CurrentUser
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onWrite: (text: string) => void
  onSend: (content: string) => void
}

/** Enter inserts a line break; Ctrl+Enter or ⌘+Enter sends. */
export function CommentForm({ user, field, text, onWrite, onSend }: CommentFormProps) {
  const t = useTranslations('comments')
  const content = text.trim()
  const length = textLength(content)
  const canSend = isVisible(content) && length <= limit('comment')
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault()
    if (!canSend) return
    onSend(content)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }
  const mentions = useMentions({ field, text, onWrite, onKeyDown, placement: 'inline' })
  return (
    <form onSubmit={submit} className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 gap-y-2 pb-3">
      <UserAvatar user={user} size={32} decorative className="mt-2" />
      <div className="grid gap-2">
        <Textarea
          ref={field}
          aria-label={t('text')}
          placeholder={t('placeholder')}
          rows={1}
          value={text}
          {...mentions.fieldProps}
          className="max-h-60 min-h-12! [field-sizing:content]"
        />
        {mentions.list}
        <TextLimit length={length} max={limit('comment')} />
        <Button type="submit" disabled={!canSend} className="justify-self-end">
          {t('send')}
        </Button>
      </div>
    </form>
  )
}

export function SignInToComment() {
  const t = useTranslations('comments')
  const { path, search } = useCurrentLocation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken px-4 py-3">
      <p className="text-ink-2">{t('signInToComment')}</p>
      <Button asChild>
        <a href={signInUrl(path + search)}>{t('signIn')}</a>
      </Button>
    </div>
  )
}
