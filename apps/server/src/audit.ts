/** `chancery audit …`: reads the audit log, whoever writes it: exports it, or looks whether it was changed. */
import { parseArgs } from 'node:util'
import { auditChecker, type AuditRecord, auditRecordOf, readSpaceName } from '@chancery/core'
import { type AuditReading, openAuditLog } from '@chancery/wiring'
import { runCommand, UsageError } from './run-command.ts'

const usage = `usage: chancery audit <command> [options]     (in the repository: npm run audit -- <command>)

  export   entries as they were written, one JSON object a line, on the standard output
    --document PATH   of calls that read, wrote or listed it (with --space)
    --client ID       of calls that read or changed the client (with --space)
    --space NAME      default with --document and --client: common
    --key ID  --operation NAME  --request ID
    --from DATE  --until DATE
  verify   whether each entry follows from the one before; exits with 1 where not
    --expect N:SHA256 that entry N is there, and is what it was: what an earlier verify printed

The settings are those of the service: CHANCERY_AUDIT, CHANCERY_AUDIT_FOLDER or CHANCERY_DATA, CHANCERY_DATABASE_URL; for
--document and --client CHANCERY_KEY_SECRET, or the data folder.`

const { signal } = new AbortController()

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      document: { type: 'string' },
      client: { type: 'string' },
      space: { type: 'string' },
      key: { type: 'string' },
      operation: { type: 'string' },
      request: { type: 'string' },
      from: { type: 'string' },
      until: { type: 'string' },
      expect: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) return console.log(usage)
  const [command, ...rest] = positionals
  if (rest.length > 0 || (command !== 'export' && command !== 'verify')) throw new UsageError(usage)
  const expected = values.expect === undefined ? undefined : readExpected(values.expect)
  const wanted = readWanted(values)
  const reading = openAuditLog({
    ...process.env,
    ...(values.data === undefined ? {} : { CHANCERY_DATA: values.data }),
  })
  try {
    await (command === 'export' ? exportLog(reading, wanted) : verify(reading, expected))
  } finally {
    await reading.close()
  }
}

interface Wanted {
  readonly document?: string
  readonly client?: string
  readonly space?: string
  readonly key?: string
  readonly operation?: string
  readonly request?: string
  readonly from?: string
  readonly until?: string
}

function readWanted({ space, from, until, ...plain }: Wanted): Wanted {
  const read = space === undefined ? undefined : readSpaceName(space)
  if (read !== undefined && 'fault' in read) throw new UsageError(`--space: ${read.fault}`)
  const isAbout = plain.document !== undefined || plain.client !== undefined
  const own = read?.space ?? (isAbout ? '' : undefined)
  return {
    ...plain,
    ...(own === undefined ? {} : { space: own }),
    ...(from === undefined ? {} : { from: readDate(from, '--from') }),
    ...(until === undefined ? {} : { until: readDate(until, '--until') }),
  }
}

function readDate(text: string, option: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new UsageError(`${option} must be a date: 2026-11-24 or 2026-11-24T10:00:00Z.`)
  return new Date(time).toISOString()
}

function readExpected(text: string): { readonly seq: number; readonly digest: string } {
  const [, seq = '', digest = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === '') throw new UsageError('--expect must be N:SHA256, as verify prints it.')
  return { seq: Number(seq), digest }
}

async function exportLog({ log, nameOf }: AuditReading, wanted: Wanted): Promise<void> {
  const subjects = subjectsOf(wanted, nameOf)
  const tells = (record: AuditRecord): boolean =>
    (wanted.space === undefined || record.space === wanted.space) &&
    (wanted.key === undefined || record.key === wanted.key) &&
    (wanted.operation === undefined || record.operation === wanted.operation) &&
    (wanted.request === undefined || record.requestId === wanted.request) &&
    (wanted.from === undefined || record.at >= wanted.from) &&
    (wanted.until === undefined || record.at < wanted.until) &&
    (subjects === undefined || record.subjects.some(({ kind, id }) => subjects.has(`${kind} ${id}`)))
  for await (const line of log.read({ signal })) {
    const record = auditRecordOf(line)
    if (record === undefined || tells(record)) await print(line)
  }
}

/** A document is listed with its folders, and named by its digest or as it is: the log may have both, of different times. */
function subjectsOf(
  { document, client, space = '' }: Wanted,
  nameOf: AuditReading['nameOf'],
): ReadonlySet<string> | undefined {
  if (document === undefined && client === undefined) return undefined
  const names = new Set<string>()
  const add = (kind: 'document' | 'folder' | 'client', id: string): void => {
    names.add(`${kind} ${id}`)
    names.add(`${kind} ${nameOf({ kind, id }, space)}`)
  }
  if (client !== undefined) add('client', client)
  if (document !== undefined) {
    add('document', document)
    const segments = document.split('/')
    for (let length = 0; length < segments.length; length++) add('folder', segments.slice(0, length).join('/'))
  }
  return names
}

/** A pipe that is full is waited for. */
const print = (line: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })

async function verify(
  { log, sha256 }: AuditReading,
  expected: { readonly seq: number; readonly digest: string } | undefined,
): Promise<void> {
  const checker = auditChecker(sha256)
  const open = new Set<string>()
  let isAsExpected = expected === undefined
  for await (const line of log.read({ signal })) {
    checker.take(line)
    const record = auditRecordOf(line)
    if (record === undefined) continue
    if (record.phase === 'began') open.add(record.requestId)
    else if (record.phase === 'ended') open.delete(record.requestId)
    if (record.seq === expected?.seq) isAsExpected = sha256(line) === expected.digest
  }
  const { first, last, digest, faults } = checker.chain()
  for (const { kind, seq } of faults) console.error(`entry ${seq}: ${faultWords[kind]}`)
  if (!isAsExpected) console.error(`entry ${expected?.seq}: is not there, or is not what it was`)
  if (last === 0) return console.log('There are no entries.')
  console.log(
    `entries ${first} to ${last}${first > 1 ? ', those before are gone' : ''}; begun and never ended: ${open.size}\nlast    ${last}:${digest}`,
  )
  if (faults.length > 0 || !isAsExpected) process.exitCode = 1
}

const faultWords = {
  unreadable: 'cannot be read',
  gap: 'does not follow the one before: entries were taken out or put in',
  changed: 'the one before was changed',
} as const

void runCommand(main)
