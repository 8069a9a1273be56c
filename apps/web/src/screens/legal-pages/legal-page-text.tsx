import { inLanguage, LEGAL_PAGE_NAMES } from '@avouch/contract'
import { fill } from '@avouch/phrases'
import { CHECK_SLOTS, OPERATOR_SLOTS } from '@avouch/phrases/legal-pages'
import { brand, settings } from '#settings/page-settings.ts'
import { onAddressClick } from '#router/link.tsx'
import { COMMON, useLanguage } from '#i18n/language.ts'
import { RichText } from '#i18n/rich-text.tsx'

/** The name of the identity-check service behind what it is, where the operator has set one. */
const vendorSlot = (): string => (settings.identityCheck.name === null ? '' : ` ${settings.identityCheck.name}`)

export type LegalPageTextProps = { text: string; onFollow?: ((address: string) => void) | undefined }

const bold = (text: string) => <b className="font-semibold">{text}</b>
const linkTo = (href: string, onFollow?: LegalPageTextProps['onFollow']) => (text: string) => (
  <Link href={href} onFollow={onFollow}>
    {text}
  </Link>
)

/** Renders a text of a legal page, with its slots filled and its marks as links. */
export function LegalPageText({ text, onFollow }: LegalPageTextProps) {
  const language = useLanguage()
  const slots = inLanguage(OPERATOR_SLOTS, language)
  const marks = {
    ...Object.fromEntries(
      LEGAL_PAGE_NAMES.map((name) => [name, linkTo(inLanguage(brand.links[name], language), onFollow)]),
    ),
    b: bold,
    mail: linkTo(`mailto:${slots.mail}`),
    privacyMail: linkTo(`mailto:${slots.privacyMail}`),
    securityMail: linkTo(`mailto:${slots.securityMail}`),
    tel: linkTo(`tel:${slots.tel}`),
    docs: linkTo('/docs'),
    accountData: linkTo('/account/data'),
  }
  const check = inLanguage(CHECK_SLOTS, language)[settings.identityCheck.kind]
  return <RichText text={fill(text, { ...COMMON, ...slots, ...check, vendor: vendorSlot() })} marks={marks} />
}

type LinkProps = { href: string; onFollow?: LegalPageTextProps['onFollow']; children: string }

function Link({ href, onFollow, children }: LinkProps) {
  return (
    <a
      href={href}
      className="link wrap-anywhere"
      onClick={onFollow === undefined ? undefined : onAddressClick(href, onFollow)}
    >
      {children}
    </a>
  )
}
