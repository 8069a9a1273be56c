import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timestamp } from '../values.ts'
import { visibleName } from '../visible-name.ts'
import { OPERATOR_ROLES, PROJECT_ROLES } from './roles.ts'
import { isSecondFactor, isTotpCode, readSecondFactor } from './second-factor.ts'

export const PASSWORD_MIN_LENGTH = 12
const PASSWORD_MAX_LENGTH = 128

const needed = z.minLength(1, { error: 'required', abort: true })

/** The same characters, however a keyboard, a system or a clipboard sends them (NFKC), without what clipboards add around them. */
export const asTyped = (text: string): string => text.normalize('NFKC').replaceAll(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')

export const email = z
  .string()
  .check(z.overwrite(asTyped), needed, z.maxLength(254, 'max_length_exceed'), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/))
const password = z.string().check(needed, z.maxLength(PASSWORD_MAX_LENGTH, 'max_length_exceed'))
const newPassword = password.check(z.refine((typed) => asTyped(typed).length >= PASSWORD_MIN_LENGTH))
/** Six digits of an authenticator, or a recovery code. Ten of these fit, as they are copied. */
const secondFactor = z
  .string()
  .check(needed, z.maxLength(320, 'max_length_exceed'), z.overwrite(readSecondFactor), z.refine(isSecondFactor))
const totpCode = z
  .string()
  .check(
    needed,
    z.maxLength(64, 'max_length_exceed'),
    z.overwrite(readSecondFactor),
    z.refine(isTotpCode, 'wrong_verification'),
  )
const sealed = z.string().check(needed, z.maxLength(4_096, 'max_length_exceed'))
/** The secret at the end of an invitation's link, without what stands around it. */
const invitation = z.string().check(
  needed,
  z.maxLength(512, 'max_length_exceed'),
  z.overwrite((pasted) => /avsi_[\w-]{43}/.exec(pasted)?.[0] ?? pasted),
)

const person = z.object({
  id: z.string(),
  email: z.string(),
  /** null: nothing of the installation. */
  role: z.nullable(z.enum(OPERATOR_ROLES)),
  projects: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(PROJECT_ROLES) })),
  /** The number of unused recovery codes. */
  recovery_codes: z.int(),
  /** The session ends then, or earlier when it is not used. */
  expires_at: timestamp,
})
export type AdminPerson = z.infer<typeof person>

export const adminEnrol = endpoint({
  method: 'POST',
  path: '/admin/v1/enrolments',
  summary: 'Begins an account at the consoles: with an invitation, or with a new test project. Nothing is stored yet.',
  auth: 'none',
  limit: 'staff-sign-up',
  body: z
    .object({
      email,
      password: newPassword,
      /** null: with a new test project. */
      invitation: z.nullable(invitation),
      /** Its name; null: with an invitation. */
      project: z.nullable(visibleName),
    })
    .check(({ value, issues }) => {
      if ((value.invitation === null) === (value.project === null))
        issues.push({ code: 'custom', input: value, path: ['project'], message: 'invalid_request' })
    }),
  answers: {
    201: z.object({
      /** To be sent back with the first code, within 15 minutes. */
      enrolment: z.string(),
      /** For the authenticator: as text, and as the address that a QR code shows. */
      totp_secret: z.string(),
      totp_url: z.string(),
    }),
  },
  errors: ['required', 'max_length_exceed', 'dead_link', 'conflict'],
})

export const adminConfirmEnrolment = endpoint({
  method: 'POST',
  path: '/admin/v1/enrolments/confirm',
  summary:
    'Makes the account with the first code of its authenticator, and signs in. The recovery codes are shown this once.',
  auth: 'none',
  limit: 'staff-sign-up',
  body: z.object({ enrolment: sealed, code: totpCode }),
  answers: { 201: z.object({ recovery_codes: z.array(z.string()), person }) },
  errors: ['required', 'max_length_exceed', 'dead_link', 'wrong_verification', 'conflict'],
})

export const adminSignIn = endpoint({
  method: 'POST',
  path: '/admin/v1/session',
  summary:
    'Signs in with e-mail, password, and a code of the authenticator or a recovery code. The session is a cookie.',
  auth: 'none',
  limit: 'staff-sign-in',
  body: z.object({ email, password, code: secondFactor }),
  answers: { 201: person },
  errors: ['required', 'max_length_exceed', 'wrong_login_info'],
})

export const adminMe = endpoint({
  method: 'GET',
  path: '/admin/v1/session',
  summary: 'Who is signed in, and what that person may do.',
  auth: 'staff',
  limit: 'staff',
  answers: { 200: person },
  errors: [],
})

export const adminSignOut = endpoint({
  method: 'DELETE',
  path: '/admin/v1/session',
  summary: 'Ends the session.',
  auth: 'staff',
  limit: 'staff',
  answers: { 204: null },
  errors: [],
})

export const adminChangePassword = endpoint({
  method: 'PUT',
  path: '/admin/v1/session/password',
  summary: 'Sets another password, with the old one and a code. Every session of the person ends, this one too.',
  auth: 'staff',
  limit: 'staff-sign-in',
  body: z.object({ password, code: secondFactor, new_password: newPassword }),
  answers: { 204: null },
  errors: ['required', 'max_length_exceed', 'wrong_login_info'],
})

export const adminRenewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/admin/v1/session/recovery-codes',
  summary: 'Makes new recovery codes, which are shown this once; the old ones are over.',
  auth: 'staff',
  limit: 'staff-sign-in',
  body: z.object({ password, code: secondFactor }),
  answers: { 201: z.object({ recovery_codes: z.array(z.string()) }) },
  errors: ['required', 'max_length_exceed', 'wrong_login_info'],
})

export const adminReadInvitation = endpoint({
  method: 'POST',
  path: '/admin/v1/invitations/read',
  summary: 'What an invitation is for. Reading it does not use it.',
  auth: 'none',
  limit: 'staff-sign-up',
  body: z.object({ invitation }),
  answers: {
    200: z.object({
      role: z.enum([...PROJECT_ROLES, ...OPERATOR_ROLES]),
      /** null: the installation. */
      project: z.nullable(z.object({ name: z.string() })),
      expires_at: timestamp,
    }),
  },
  errors: ['required', 'max_length_exceed', 'dead_link'],
})

export const adminAcceptInvitation = endpoint({
  method: 'POST',
  path: '/admin/v1/invitations/accept',
  summary: 'Takes an invitation for the person who is signed in. Every other session of the person ends.',
  auth: 'staff',
  limit: 'staff',
  body: z.object({ invitation }),
  answers: { 200: person },
  errors: ['required', 'max_length_exceed', 'dead_link'],
})
