import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, brotliDecompress } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { FrontEndFiles, HashedFile } from '../../modules/front-end-files/index.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}
/** The folders of hashed files, for visitors and in a build. */
const FOLDERS = ['/assets/', '/console/assets/'] as const
const FOR_EVER = 'public, max-age=31536000, immutable'

const decompress = promisify(brotliDecompress)

function readCompressed(file: string): Buffer {
  return existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : brotliCompressSync(readFileSync(file))
}

type Builds = { webDir: string; consolesDir: string | undefined }

/** The files of these builds with a hash of their content in the name. */
export const hashedFilesOf = ({ webDir, consolesDir = '' }: Builds): HashedFile[] =>
  [webDir, consolesDir]
    .filter((build) => build !== '')
    .flatMap((build) => FOLDERS.map((folder) => ({ folder, cwd: join(build, folder) })))
    .flatMap(({ folder, cwd }) =>
      globSync(`*{${Object.keys(TYPES).join()}}`, { cwd }).map((name) => ({
        path: folder + name,
        read: () => readCompressed(join(cwd, name)),
      })),
    )

const isHashedFile = (path: string): boolean =>
  FOLDERS.some((folder) => path.startsWith(folder)) && extname(path) in TYPES

/** Sends a file of another version. @returns false for an unknown file; never the reply, which is a promise */
export async function sendOfOtherVersion(files: FrontEndFiles, path: string, reply: FastifyReply): Promise<boolean> {
  const body = isHashedFile(path) ? await files.find(path) : undefined
  if (body === undefined) return false
  const takesBrotli = /\bbr\b/.test(reply.request.headers['accept-encoding'] ?? '')
  if (takesBrotli) reply.header('content-encoding', 'br')
  const sent = takesBrotli ? body : await decompress(body)
  reply.header('cache-control', FOR_EVER).header('vary', 'accept-encoding')
  void reply.type(TYPES[extname(path)] ?? '').send(sent)
  return true
}
