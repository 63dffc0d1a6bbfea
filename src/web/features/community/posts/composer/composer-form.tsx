import { useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent, ReactNode, SubmitEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { limit } from '#shared/settings/limits.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFileDrop } from '#web/lib/hooks/use-file-drop.ts'
import { useMentions } from '#web/features/accounts/shared/mentions/use-mentions.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'
import { AttachmentPreview } from './attachment-preview.tsx'
import type { Attachment, Draft } from './post-draft.ts'
import { TextLimit } from '#web/ui/forms/text-limit.tsx'
import { usePublish } from './use-publish.ts'

type ComposerFormProps = {
  id: string
  draft: Draft
  text: string
  /** Length of the text in code points, as its limit counts. */
  length: number
  attachment: Attachment | null
  /** While the post is being sent, it cannot be edited. */
  isPosting: boolean
  canSubmit: boolean
  onPublished: () => void
  author: ReactNode
}

/** The text and one attachment, which can also be pasted or dropped here. */
export function ComposerForm({
  id,
  draft,
  text,
  length,
  attachment,
  isPosting,
  canSubmit,
  onPublished,
  author,
}: ComposerFormProps) {
  const t = useTranslations('composer')
  const errorText = useErrorText()
  const { publish, error } = usePublish(draft, onPublished)
  const [wasRestored] = useState(text !== '')
  const { isOver, ...dropHandlers } = useFileDrop((file) => isPosting || draft.attach(file))
  const submit = (event: SubmitEvent | KeyboardEvent) => {
    event.preventDefault()
    if (canSubmit) publish()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
  }
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({
    field,
    text,
    onWrite: (value) => draft.write(value),
    onKeyDown,
    placement: 'inline',
  })
  const onPaste = (event: ClipboardEvent) => {
    const file = event.clipboardData.files[0]
    if (!file) return
    event.preventDefault()
    if (!isPosting) draft.attach(file)
  }
  return (
    <form
      id={id}
      onSubmit={submit}
      {...dropHandlers}
      className={`grid gap-3.5 rounded-control ${isOver ? 'outline-2 outline-offset-4 outline-link outline-dashed' : ''}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {author}
        {wasRestored && text !== '' && !isPosting && (
          <Button variant="ghost" size="sm" onClick={() => draft.clear()}>
            {t('startOver')}
          </Button>
        )}
      </div>
      <div className="grid gap-1.5">
        <Textarea
          ref={field}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that was opened to write in
          autoFocus
          aria-label={t('text')}
          placeholder={t('placeholder')}
          rows={4}
          value={text}
          readOnly={isPosting}
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
          onPaste={onPaste}
          {...mentions.fieldProps}
          className="max-h-[40vh] [field-sizing:content]"
        />
        {mentions.list}
        <TextLimit length={length} max={limit('post')} />
      </div>
      {attachment && (
        <AttachmentPreview
          key={attachment.previewUrl}
          attachment={attachment}
          onRemove={() => draft.detach()}
          onRetry={() => draft.retryUpload()}
        />
      )}
      {error !== null && <Alert>{errorText(error)}</Alert>}
    </form>
  )
}
