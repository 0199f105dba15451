import { parseArgs } from 'node:util'
import { text } from 'node:stream/consumers'
import { type ApiKeyRecord, callNames, readSender, readSpaceName } from '@chancery/core'
import { gatewayKeyId, issueApiKey } from '@chancery/http'
import { compose, type Composition, type Configuration, readConfiguration } from '@chancery/wiring'
import { type Invocation, UsageError } from './run-command.ts'

const usage = `usage: chancery keys <command>     (in the repository: npm run keys -- <command>)

  create  --name NAME [--space NAME] [--operations a,b] [--senders a,b] [--expires DATE] [--rate PER_MINUTE]
          its documents and clients are those of the space (default: common); senders are whom it may send e-mails as:
          addresses, and @example.com for all of a domain (default: those of CHANCERY_EMAIL_SENDERS)
  list
  rotate  ID [--overlap DAYS]   a new key; the old one stays valid for so long (default 7)
  revoke  ID
  gateway-id    the id, for CHANCERY_GATEWAY_SPACES, of a gateway's key on standard input

The data folder is that of CHANCERY_DATA, or --data; with CHANCERY_STATE=postgres the keys are in the database.`

const dayMs = 24 * 60 * 60 * 1000

/** `chancery keys …`: issues, lists, rotates and revokes API keys, wherever the state is kept; names those of a gateway. */
export async function keys({ args, environment }: Invocation): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      space: { type: 'string' },
      operations: { type: 'string' },
      senders: { type: 'string' },
      expires: { type: 'string' },
      rate: { type: 'string' },
      overlap: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) return console.log(usage)
  const [command, id, ...rest] = positionals
  // `create --name My Office` would be a key of the name My.
  const takesId = command === 'rotate' || command === 'revoke'
  if (rest.length > 0 || (id !== undefined && !takesId)) throw new UsageError(usage)
  const configuration = readConfiguration({
    ...environment,
    ...(values.data === undefined ? {} : { CHANCERY_DATA: values.data }),
  })
  if (command === 'gateway-id') return await gatewayId(configuration)
  if (command === 'create' && configuration.CHANCERY_AUTH === 'gateway')
    throw new UsageError('With CHANCERY_AUTH=gateway keys are made at the gateway; the service takes none of its own.')
  const composition = compose(configuration)
  try {
    switch (command) {
      case 'create':
        return await create(composition, values)
      case 'list':
        return await list(composition)
      case 'rotate':
        return await rotate(composition, id, values.overlap)
      case 'revoke':
        return await revoke(composition, id)
      default:
        throw new UsageError(usage)
    }
  } finally {
    await composition.close()
  }
}

interface CreateOptions {
  readonly name?: string
  readonly space?: string
  readonly operations?: string
  readonly senders?: string
  readonly expires?: string
  readonly rate?: string
}

async function create({ apiKeys, keySecret, configuration }: Composition, options: CreateOptions): Promise<void> {
  if (options.name === undefined || options.name.trim() === '') throw new UsageError('Give --name.')
  const { key, record } = issueApiKey(
    {
      name: options.name,
      environment: configuration.CHANCERY_ENVIRONMENT,
      operations: readOperations(options.operations),
      ...readSpace(options.space),
      ...(options.senders === undefined ? {} : { senders: readSenders(options.senders) }),
      createdAt: new Date().toISOString(),
      ...(options.expires === undefined ? {} : { expiresAt: readDate(options.expires) }),
      ...(options.rate === undefined ? {} : { ratePerMinute: readCount(options.rate, '--rate') }),
    },
    keySecret,
  )
  await apiKeys.save(record)
  show(key, record, configuration.CHANCERY_STATE === 'memory' ? onlyConfigured : onlyHash)
}

async function list({ apiKeys }: Composition): Promise<void> {
  const records = await apiKeys.list()
  const rows = records.map((record) => [
    record.id,
    stateOf(record),
    record.createdAt.slice(0, 10),
    record.expiresAt?.slice(0, 10) ?? '-',
    record.space ?? 'common',
    record.senders?.join(',') ?? '*',
    record.operations === '*' ? '*' : record.operations.join(','),
    // One line each, whatever the name holds.
    record.name.replaceAll(/\s+/g, ' '),
  ])
  for (const row of [['id', 'state', 'created', 'expires', 'space', 'senders', 'operations', 'name'], ...rows])
    console.log(row.join('\t'))
}

async function rotate(
  { apiKeys, keySecret }: Composition,
  id: string | undefined,
  overlap: string | undefined,
): Promise<void> {
  const old = await existing(apiKeys, id)
  if (stateOf(old) !== 'active') throw new UsageError(`The key ${old.id} is ${stateOf(old)}.`)
  const days = overlap === undefined ? 7 : readCount(overlap, '--overlap', 0)
  const { expiresAt: _expires, revokedAt: _revoked, hash: _hash, id: _id, ...kept } = old
  const { key, record } = issueApiKey(
    { ...kept, caller: old.caller ?? old.id, createdAt: new Date().toISOString(), rotatedFrom: old.id },
    keySecret,
  )
  await apiKeys.save(record)
  const end = new Date(Date.now() + days * dayMs).toISOString()
  const oldEnd = old.expiresAt !== undefined && old.expiresAt < end ? old.expiresAt : end
  await apiKeys.save({ ...old, expiresAt: oldEnd })
  show(key, record, onlyHash)
  console.log(`The old key ${old.id} is valid until ${oldEnd}.`)
}

async function revoke({ apiKeys }: Composition, id: string | undefined): Promise<void> {
  const record = await existing(apiKeys, id)
  await apiKeys.save({ ...record, revokedAt: record.revokedAt ?? new Date().toISOString() })
  console.log(`Revoked ${record.id}.`)
}

/** The key comes in by a pipe: what stands on a command line is kept by the shell, and shown to all who list processes. */
async function gatewayId({ CHANCERY_KEY_SECRET: secret }: Configuration): Promise<void> {
  if (secret === undefined) throw new UsageError('Set CHANCERY_KEY_SECRET to that of the service: ids go by it.')
  const key = (await text(process.stdin)).trim()
  if (key === '' || /\s/.test(key)) throw new UsageError('Give one key of the gateway on standard input.')
  console.log(gatewayKeyId(key, secret))
}

async function existing(apiKeys: Composition['apiKeys'], id: string | undefined): Promise<ApiKeyRecord> {
  if (id === undefined) throw new UsageError('Name the id of the key; `keys list` shows them.')
  const record = await apiKeys.find(id)
  if (record === undefined) throw new UsageError(`There is no key ${id}.`)
  return record
}

function stateOf({ revokedAt, expiresAt }: ApiKeyRecord): string {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'active'
}

function readOperations(text: string | undefined): '*' | readonly string[] {
  if (text === undefined || text === '*') return '*'
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !(callNames as readonly string[]).includes(name))
  if (unknown.length > 0) {
    throw new UsageError(`No such operation: ${unknown.join(', ')}. There are: ${callNames.join(', ')}.`)
  }
  return names
}

function readSpace(text: string | undefined): { space?: string } {
  if (text === undefined) return {}
  const read = readSpaceName(text)
  if ('fault' in read) throw new UsageError(`--space: ${read.fault}`)
  return read.space === '' ? {} : read
}

function readSenders(text: string): readonly string[] {
  return text.split(',').map((written) => {
    const sender = readSender(written)
    if (sender === undefined) throw new UsageError(`--senders: ${written.trim()} is no address, and no @domain.`)
    return sender
  })
}

function readDate(text: string): string {
  const time = Date.parse(text)
  if (Number.isNaN(time) || time <= Date.now()) throw new UsageError('--expires must be a date in the future.')
  return new Date(time).toISOString()
}

function readCount(text: string, option: string, least = 1): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < least)
    throw new UsageError(`${option} must be a whole number from ${least}.`)
  return number
}

const onlyHash = 'The key is shown once; only its hash is kept.'
const onlyConfigured =
  'The key is shown once. With CHANCERY_STATE=memory none is kept: it is taken where it is set as CHANCERY_API_KEY.'

function show(key: string, record: ApiKeyRecord, note: string): void {
  console.log(`id   ${record.id}\nkey  ${key}\n\n${note}`)
}
