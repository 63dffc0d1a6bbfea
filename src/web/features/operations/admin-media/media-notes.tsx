import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import {
  MAX_MEDIA_DESCRIPTION,
  MAX_MEDIA_TAG,
  MAX_MEDIA_TAGS,
  type MediaItem,
  cleanTags,
} from '#shared/operations/admin-media.ts'
import { codePoints, textLength } from '#shared/fields.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Textarea } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useUpdateMedia } from './use-media.ts'

/** The tags and the description of an item, which admins alone see. */
export function MediaNotes({ item }: { item: MediaItem }) {
  const t = useTranslations('adminMedia')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [typed, setTyped] = useState(item.tags.join(', '))
  const [description, setDescription] = useState(item.description ?? '')
  const { mutate, isPending } = useUpdateMedia(item, {
    onDone: () => toast({ title: t('saved') }),
    onFailed: (error) => showFailure(error, { title: t('saveFailed'), description: errorText(error) }),
  })
  const tags = tagsOf(typed)
  const tagsError = useTagsError(tags)
  const length = textLength(description)
  const isTooLong = length > MAX_MEDIA_DESCRIPTION
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!tagsError && !isTooLong && !isPending) mutate({ tags, description: description.trim() || null })
  }
  return (
    <form onSubmit={submit} className="grid gap-4 border-t border-line pt-4">
      <div>
        <h3 className="text-card font-bold">{t('notes')}</h3>
        <p className="text-small text-ink-2">{t('notesText')}</p>
      </div>
      <Field label={t('tags')} hint={t('tagsHint', { max: MAX_MEDIA_TAGS })} error={tagsError}>
        <Input dir="auto" value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
      </Field>
      <Field
        label={t('description')}
        count={length}
        max={MAX_MEDIA_DESCRIPTION}
        error={isTooLong ? t('descriptionTooLong', { max: MAX_MEDIA_DESCRIPTION }) : undefined}
      >
        <Textarea
          dir="auto"
          className="min-h-20!"
          value={description}
          onChange={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        className="justify-self-start"
        disabled={tagsError !== undefined || isTooLong}
        pending={isPending}
      >
        {t('save')}
      </Button>
    </form>
  )
}

const tagsOf = (typed: string) =>
  cleanTags(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  )

function useTagsError(tags: readonly string[]): string | undefined {
  const t = useTranslations('adminMedia')
  if (tags.length > MAX_MEDIA_TAGS) return t('tooManyTags', { max: MAX_MEDIA_TAGS })
  if (tags.some((tag) => codePoints(tag) > MAX_MEDIA_TAG)) return t('tagTooLong', { max: MAX_MEDIA_TAG })
  return undefined
}
