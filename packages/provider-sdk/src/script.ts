import { defineAvouchButton } from './button.ts'

defineAvouchButton()
