import { Fragment } from 'react'
import { type IconProps, icon } from './icon.tsx'

export const TickIcon = icon('0 0 20 20', 2.2, <path d="m4 10.5 4 4 8-9" />)
export const CrossIcon = icon('0 0 20 20', 2, <path d="m5 5 10 10M15 5 5 15" />)
export const BackIcon = icon('0 0 20 20', 2, <path d="M16 10H4m5-5-5 5 5 5" />)
export const GoIcon = icon('0 0 20 20', 2, <path d="M4 10h12m-5-5 5 5-5 5" />)
export const WarnIcon = icon('0 0 20 20', 1.8, <path d="M10 3 2.5 16.500h15zM10 8.500v3.500m0 2.400v.1" />)
export const InfoIcon = icon(
  '0 0 20 20',
  1.8,
  <path d="M10 18a8 8 0 1 0 0-16 8 8 0 0 0 0 16zm0-8.500v4.500m0-7.500v.1" />,
)
export const PhoneIcon = icon(
  '0 0 24 24',
  2,
  <Fragment>
    <rect x="6.5" y="2.5" width="11" height="19" rx="3" />
    <path d="M11 18h2" />
  </Fragment>,
)
export const QrIcon = icon(
  '0 0 24 24',
  2,
  <path d="M4 4h6v6H4zm10 0h6v6h-6zM4 14h6v6H4zm10 0h2.5v2.500M20 14v.1M14 20h.1m3.400 0H20v-3" />,
)
export const WatchIcon = icon('0 0 24 24', 2, <path d="M12 5.5a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4v4l2.5 2m-5-13h5" />)
export const CallIcon = icon(
  '0 0 24 24',
  2,
  <path d="M4 14v-2a8 8 0 0 1 12.5-6.600M20 12v5a3 3 0 0 1-3 3h-4M4 13h3v5H5.500A1.5 1.5 0 0 1 4 16.500zm16 0h-3v3M3 3l18 18" />,
)
export const LockIcon = icon('0 0 24 24', 2, <path d="M5 10.500h14v10H5zm3 0v-3a4 4 0 0 1 8 0v3m-4 4v2" />)
export const ServerIcon = icon('0 0 24 24', 2, <path d="M4 4h16v7H4zm0 9h16v7H4zm3.500-5.500h.1m-.1 9h.1m4.400-9h5" />)

export function Mark({ className = 'size-[30px]' }: IconProps) {
  return (
    <svg viewBox="0 0 32 32" className={`flex-none text-brand ${className}`} fill="none" aria-hidden="true">
      <path d="M16 2.5 27 6.600v8.600c0 7-4.6 11.8-11 14.300C9.6 27 5 22.2 5 15.200V6.600z" fill="currentColor" />
      <path
        d="m10.4 16.3 4 4 7.4-8.2"
        className="stroke-paper"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Emoji flags do not render everywhere; these two do. */
export function BritishFlag({ className = '' }: IconProps) {
  return (
    <svg viewBox="0 0 60 40" className={className} aria-hidden="true">
      <path fill="#012169" d="M0 0h60v40H0z" />
      <path stroke="#fff" strokeWidth="8" d="m0 0 60 40M60 0 0 40" />
      <path stroke="#c8102e" strokeWidth="4" d="m0 0 60 40M60 0 0 40" />
      <path stroke="#fff" strokeWidth="13" d="M30 0v40M0 20h60" />
      <path stroke="#c8102e" strokeWidth="8" d="M30 0v40M0 20h60" />
    </svg>
  )
}

export function GermanFlag({ className = '' }: IconProps) {
  return (
    <svg viewBox="0 0 60 40" className={className} aria-hidden="true">
      <path fill="#111" d="M0 0h60v14H0z" />
      <path fill="#d00" d="M0 13.333h60V27H0z" />
      <path fill="#ffce00" d="M0 26.667h60V40H0z" />
    </svg>
  )
}
