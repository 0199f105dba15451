import { ChanceryError } from '@chancery/core'
import { ConfigurationError } from '@chancery/wiring'
import { sentenceOf } from './run-command.ts'

const another = 'or choose another with --data or CHANCERY_DATA.'
/** What making or opening the data folder can fail with, and what helps where that is known. */
const folderFaults: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'cannot be used (EACCES). Let the user of the service write to it, '],
  ['EEXIST', 'cannot be used (EEXIST). Move the file in its place away, '],
  ['EIO', 'cannot be used (EIO). Look after its disk, '],
  ['EDQUOT', 'has used up its quota (EDQUOT). Make room, '],
  ['ENOENT', 'cannot be made (ENOENT). Make the folder it is to be in, '],
  ['ENOSPC', 'is on a full disk (ENOSPC). Make room, '],
  ['ENOTDIR', 'cannot be used (ENOTDIR). Move the file in its place away, '],
  ['EPERM', 'cannot be used (EPERM). Let the user of the service write to it, '],
  ['EROFS', 'is on a disk that cannot be written to (EROFS). Mount it for writing, '],
])

/** What helps where a provider cannot be used at the start. */
const helpOf: ReadonlyMap<unknown, string> = new Map([
  // Only the data folder's own databases are opened at the start.
  ['sqlite', `Look whether the data folder has room, can be written to and is Chancery's alone, ${another}`],
  [
    'file',
    'Look whether its folder (CHANCERY_AUDIT_FOLDER, or `audit` in the data folder) has room, and is written to by the user of this service alone; move a file that is damaged to where it can be looked at.',
  ],
])

/** Causes for which the address of a database, or what it leads to, is to be looked at: no connection, no right, no database. */
const ofDatabaseAddress = /^(?:E[A-Z_]+|Postgres (?:08|28|3D)\w*)$/

const helpFor = ({ details: { provider }, cause }: ChanceryError): string | undefined =>
  provider === 'postgres' && typeof cause === 'string' && ofDatabaseAddress.test(cause)
    ? 'Look whether CHANCERY_DATABASE_URL is right, and whether the database runs and takes connections from here.'
    : helpOf.get(provider)

/**
 * What ended a start, in a sentence that says what to do.
 * @returns `undefined` for a fault of the program's own, which is to be shown whole
 */
export function startFault(error: unknown): string | undefined {
  if (error instanceof ConfigurationError) return error.message
  if (ChanceryError.is(error)) {
    const help = helpFor(error)
    return help === undefined ? error.message : `${error.message} ${help}`
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === undefined) return undefined
  if (code === 'EADDRINUSE') return 'The port is taken. Choose another with --port or CHANCERY_PORT.'
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `There is no listening here (${code}). Choose another address or port with --host and --port.`
  const fault = folderFaults.get(code)
  if (fault !== undefined) return `The data folder ${fault}${another}`
  if (code.startsWith('ERR_PARSE_ARGS'))
    return `${sentenceOf(error as Error)}\nOptions: --host --port --data --development-key --help`
  return undefined
}
