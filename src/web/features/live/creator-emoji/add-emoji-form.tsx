import { zodResolver } from '@hookform/resolvers/zod'
import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { ImagePlus } from '#web/ui/icons/image-plus.tsx'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { MAX_EMOJI_BYTES, emojiForm } from '#shared/live/creator-emoji.ts'
import { fillField } from '#web/lib/forms/fill-field.ts'
import { showFieldErrors } from '#web/api/field-errors.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { usePicture } from './use-picture.ts'
import { useAddEmoji } from './use-emoji.ts'

const TYPES = ['image/png', 'image/webp', 'image/gif']

/** Chooses a picture and a name for a new emoji. */
export function AddEmojiForm({ onAdded }: { onAdded: () => void }) {
  const t = useTranslations('creatorEmoji')
  const { form, picture, pick, pictureError, submit, isPending } = useAddEmojiForm(onAdded)
  return (
    <form
      noValidate
      aria-label={t('new')}
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-3">
          {picture && (
            <img
              src={picture.url}
              alt={t('preview')}
              width={48}
              height={48}
              className="size-12 object-contain"
            />
          )}
          <FileButton label={t('picture')} accept={TYPES.join()} disabled={isPending} onPick={pick}>
            <ImagePlus aria-hidden /> {t(picture ? 'changePicture' : 'choosePicture')}
          </FileButton>
        </div>
        {pictureError && (
          <p role="alert" className="flex items-center gap-1.5 text-meta font-semibold text-danger">
            <CircleAlert className="size-4 flex-none stroke-[1.9]" aria-hidden />
            {pictureError}
          </p>
        )}
        <p className="text-meta text-ink-3">{t('pictureHint', { kilobytes: MAX_EMOJI_BYTES / 1024 })}</p>
      </div>
      <Field label={t('name')} hint={t('nameHint')} error={form.formState.errors.name?.message}>
        <Input
          dir="ltr"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="rtl:text-end"
          {...form.register('name')}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" pending={isPending} pendingText={t('adding')}>
          {t('add')}
        </Button>
      </div>
    </form>
  )
}

function useAddEmojiForm(onAdded: () => void) {
  const t = useTranslations('creatorEmoji')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const form = useForm({
    resolver: zodResolver(emojiForm, {
      error: ({ input }) => (input === '' ? t('nameRequired') : t('nameHint')),
    }),
    defaultValues: { name: '' },
  })
  const { picture, choose } = usePicture()
  const [pictureError, setPictureError] = useState<string | null>(null)
  const { mutate, isPending } = useAddEmoji()
  const pick = (file: File) => {
    const problem = findProblem(file)
    setPictureError(problem && (problem === 'tooLarge' ? t('tooLarge') : t('wrongType')))
    if (problem) return
    choose(file)
    if (form.getValues('name') === '') fillField(form, 'name', nameOf(file))
  }
  const submit = (event: SubmitEvent) => {
    if (!picture) setPictureError(t('pictureRequired'))
    return form.handleSubmit(({ name }) => {
      if (!picture) return
      mutate(
        { file: picture.file, name },
        {
          onSuccess: () => {
            form.reset()
            choose(null)
            toast({ title: t('added') })
            onAdded()
          },
          onError: (error) => {
            showFieldErrors(form, ['name'], error)
            showFailure(error, { title: t('addFailed'), description: errorText(error) })
          },
        },
      )
    })(event)
  }
  return { form, picture, pick, pictureError, submit, isPending }
}

/** The server judges the content from its bytes, also of a file without a type. */
function findProblem({ type, size }: File): 'wrongType' | 'tooLarge' | null {
  if (type !== '' && !TYPES.includes(type)) return 'wrongType'
  return size > MAX_EMOJI_BYTES ? 'tooLarge' : null
}

/** Returns a name made of the file's; '' if that has too few letters. */
function nameOf({ name }: File): string {
  const cleaned = name
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 20)
  return cleaned.length < 2 ? '' : cleaned
}
