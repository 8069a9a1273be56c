import * as z from 'zod/mini'

// Compiled parsers need eval, which the content security policy forbids; even the question whether it is there is reported.
z.config({ jitless: true })
