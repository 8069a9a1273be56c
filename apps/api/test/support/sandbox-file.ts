import { join } from 'node:path'
import { readOrMake } from '../../src/config/key-files.ts'
import { makeSandboxCredentials, type SandboxCredentials, sandboxCredentials } from '../../src/config/sandbox.ts'

/** The credentials of the world outside, made where the server will look for them. */
export const readSandboxFile = (dataDir: string): SandboxCredentials =>
  readOrMake(join(dataDir, 'keys', 'sandbox.json'), sandboxCredentials, 'sandbox credentials', makeSandboxCredentials)
