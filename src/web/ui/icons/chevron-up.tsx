import { Icon, type IconProps } from './icon.tsx'

export function ChevronUp(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m18 15-6-6-6 6" />
    </Icon>
  )
}
