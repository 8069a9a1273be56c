import * as z from 'zod/mini'

// Compiled parsers need eval, which the content security policy forbids; even testing for it is reported as a violation.
z.config({ jitless: true })
