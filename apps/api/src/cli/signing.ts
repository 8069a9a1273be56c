import { makeSigningKeys } from '../config/sandbox.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'

const CREATE = 'signing-key create'

export const SIGNING_COMMANDS: Readonly<Record<string, Command>> = {
  'signing-key create': {
    usage: CREATE,
    says: 'prints a key for SIGNING_KEYS_FILE, this once; it signs when its status is current',
    async run(_site, args, print) {
      readArguments(args, CREATE, { words: 0, options: {} })
      for (const key of makeSigningKeys().keys) print(JSON.stringify({ ...key, status: 'next' }))
      return true
    },
  },
}
