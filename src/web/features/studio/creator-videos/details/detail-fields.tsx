import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { LIMITS, VIDEO_CATEGORIES } from '#shared/constants.ts'
import { lineLength, textLength } from '#shared/fields.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select, Textarea } from '#web/ui/forms/input.tsx'
import type { VideoForm } from './video-values.ts'

/** Title, description, category and tags of a video. */
export function DetailFields({ form: { register, control, formState } }: { form: VideoForm }) {
  const t = useTranslations('videoDetails')
  const [title, description] = useWatch({ control, name: ['title', 'description'] })
  const { errors } = formState
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Field
        label={t('title')}
        count={lineLength(title)}
        max={LIMITS.videoTitle}
        error={errors.title?.message}
      >
        <Input {...register('title')} />
      </Field>
      <Field
        label={t('description')}
        optional
        count={textLength(description)}
        max={LIMITS.videoDescription}
        error={errors.description?.message}
      >
        <Textarea {...register('description')} />
      </Field>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label={t('category')} error={errors.category?.message}>
          <Select defaultValue={formState.defaultValues?.category ?? ''} {...register('category')}>
            <option value="">{t('chooseCategory')}</option>
            {VIDEO_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
        <Field label={t('tags')} optional hint={t('tagsHint')} error={errors.tags?.message}>
          <Input {...register('tags')} />
        </Field>
      </div>
    </div>
  )
}
