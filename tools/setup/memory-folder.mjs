import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'

/** A folder of Linux that lies in memory. */
const FOLDER = '/dev/shm'
/** A whole run leaves two gigabytes there at its fullest. */
const ROOM_BYTES = 6 * 1024 ** 3

/**
 * Has temporary files lie in memory from here on, where the machine has the room: tests make databases and browser
 * profiles by the hundred, and a seventh of a browser's time went into files that the disk's file system made and
 * deleted for it. A folder that was chosen by TMPDIR stays.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env['TMPDIR'] || !hasRoom()) return
  process.env['TMPDIR'] = FOLDER
}

/** Containers often have a small one, or one that starts no programs. */
function hasRoom() {
  try {
    accessSync(FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(FOLDER)
    const isInMemory = mountsOf(readFileSync('/proc/mounts', 'utf8')).some(
      ({ place, type, options }) => place === FOLDER && type === 'tmpfs' && !options.includes('noexec'),
    )
    return isInMemory && Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES
  } catch {
    return false
  }
}

/** @param {string} text as /proc/mounts has it */
const mountsOf = (text) =>
  text.split('\n').map((line) => {
    const [, place, type, options = ''] = line.split(' ')
    return { place, type, options: options.split(',') }
  })
